// Names that the packing and the unpacking agree on, below the program's folder.
/** List of the parts, an asset of its own. */
export const INDEX = 'parts.json'
export const MAIN = 'dist/server/main.mjs'
/** The file that loads it: the executable's own code can import nothing from the disk. */
export const START = 'start.cjs'
export const NODE = 'node'
