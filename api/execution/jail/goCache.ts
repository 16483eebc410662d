/** A cache of a compiler's standard library, made once: without it each program would be compiled together with that. */
export interface CompilerCache {
  /** Whether this version has need of one. */
  isWanted: (version: string) => boolean
  /** Fills it, in the folder that the variable names. */
  fill: (found: Readonly<Record<string, string>>) => readonly string[]
  variable: string
}

/** The packages of Go's standard library that programs of tests use; what they use themselves comes with them. */
const PACKAGES =
  'bufio bytes container/heap container/list container/ring encoding/binary encoding/hex encoding/json errors fmt hash/fnv io math math/big math/bits math/cmplx math/rand os regexp sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8'

/** The first Go that comes without its library compiled. */
const FIRST_WITHOUT = [1, 20]

export const GO_CACHE: CompilerCache = {
  isWanted(version) {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const [first = 0, second = 0] = FIRST_WITHOUT
    return major > first || (major === first && minor >= second)
  },
  fill: (found) => [found.go ?? 'go', 'build', ...PACKAGES.split(' ')],
  variable: 'GOCACHE',
}
