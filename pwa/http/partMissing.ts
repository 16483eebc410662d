/** What browsers say of a script, or the bundler of a style, that did not come over the line. */
const said = /dynamically imported module|^Importing a module script|^Unable to preload CSS/

/** A part of the page that is loaded apart has not come: nothing is wrong with it, and asked for again it may. */
export const isPartMissing = (fault: unknown): boolean =>
  said.test(fault instanceof Error ? fault.message : String(fault))
