import { Refusal } from '../errors.ts'

export const later = async (): Promise<never> => {
  throw new Refusal('unavailable', 'Not built yet.')
}
