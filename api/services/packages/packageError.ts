/** A package that is refused, in words. */
export class PackageError extends Error {}
