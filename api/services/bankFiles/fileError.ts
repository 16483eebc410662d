/** A file that is refused as a whole, in words. */
export class FileError extends Error {}
