/** The messages of browsers for a script, and of the bundler for a style, that did not come over the line. */
const said = /dynamically imported module|^Importing a module script|^Unable to preload CSS/

/** A part of the page that is loaded apart has not come: nothing is wrong with it, and asked for again it may. */
export const isPartMissing = (error: unknown): boolean =>
  said.test(error instanceof Error ? error.message : String(error))
