/** Whether an address carries the ref flag that asks for Param assessments. */
export const isParamLink = (address: URLSearchParams): boolean => address.get('ref') === 'paramAI'
