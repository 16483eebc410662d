/** A number with its noun: '1 minute', '2 minutes', '0 entries'. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
