/** A file that is refused as a whole, in words. */
export class FileFault extends Error {}
