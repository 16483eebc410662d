/** Error numbers, file types and flags of WASI preview 1, only those this layer uses. */
export const Errno = {
  success: 0,
  badf: 8,
  exist: 20,
  inval: 28,
  isdir: 31,
  mfile: 33,
  noent: 44,
  nospc: 51,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  spipe: 70,
  notcapable: 76,
} as const

export const FileType = { pipe: 0, directory: 3, regular: 4 } as const

export const OpenFlag = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const

export const FD_FLAG_APPEND = 1
export const RIGHT_READ = 2n
export const RIGHT_WRITE = 64n
export const ALL_RIGHTS = 0x1fffffffn

/** Thrown out of the instance when the program ends itself. */
export class ProgramExit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit with code ${code}`)
    this.name = 'ProgramExit'
    this.code = code
  }
}
