/** So many of a list are named in the words of a command; who wants all of them asks for JSON. */
const NAMED = 20

/** The first of a list, an indented line each, and how many more there are. */
export const firstLines = (all: readonly string[]): string[] => [
  ...all.slice(0, NAMED).map((one) => `  ${one}`),
  ...(all.length > NAMED ? [`  … and ${all.length - NAMED} more`] : []),
]
