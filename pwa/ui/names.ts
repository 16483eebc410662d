import { LONGEST_NAME } from '#contract/constants.ts'

/** A name as a question tells it, cut where it is longer than the specification allows. */
export const cutName = (name: string): string => {
  const signs = [...name]
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME).join('')}…` : name
}
