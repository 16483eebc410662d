import { leb, readLeb, signedLeb } from '../leb.ts'
import type { WasmSection } from '../sections.ts'

/**
 * The module's C stack is half a megabyte, too little for C calls within Python calls. It gets one of its own behind all the
 * memory the module begins with, and as that has memory below it, whatever takes of it is checked: a stack that is
 * full traps, and runs into nothing.
 */
export const STACK_PAGES = 128

const SECTION_GLOBAL = 6
const SECTION_CODE = 10
const I32 = 0x7f
const I32_CONST = 0x41
const I32_ADD = 0x6a
const SET_STACK_POINTER = [0x24, 0]

/** @param from the page at which the new stack begins: the first that the module does not begin with */
export function withOwnStack(sections: readonly WasmSection[], from: number): WasmSection[] {
  const low = from * 65_536
  const high = low + STACK_PAGES * 65_536
  return sections.map(({ id, body }) => {
    if (id === SECTION_GLOBAL) return { id, body: withStackPointer(body, high) }
    if (id === SECTION_CODE) return { id, body: withChecks(withDeeperCalls(body), checkFor(low)) }
    return { id, body }
  })
}

/** CPython's own count of C calls within each other: 500 where it is built for so small a stack, elsewhere 1,500. */
const FIRST_COUNT = [I32_CONST, ...signedLeb(500), 0x36, 2, 0x18]
const NATIVE_COUNT = [I32_CONST, ...signedLeb(1_500), 0x36, 2, 0x18]

/** The code with the count that CPython has on other systems: a program goes as deep as there, and then gets a RecursionError. */
function withDeeperCalls(body: Uint8Array): Uint8Array {
  const places: number[] = []
  for (let at = body.indexOf(I32_CONST); at !== -1; at = body.indexOf(I32_CONST, at + 1))
    if (FIRST_COUNT.every((byte, i) => body[at + i] === byte)) places.push(at)
  const [place] = places
  if (place === undefined || places.length > 1) throw new Error('the module counts its calls elsewhere')
  // A Buffer would only give another view of the same bytes.
  const changed = new Uint8Array(body)
  changed.set(NATIVE_COUNT, place)
  return changed
}

/** The first global of such a module is its stack pointer: a changing i32 that begins with a constant. */
function withStackPointer(body: Uint8Array, top: number): Uint8Array {
  const { next } = readLeb(body, 0)
  const [type, changes, constant] = body.subarray(next)
  if (type !== I32 || changes !== 1 || constant !== I32_CONST)
    throw new Error('the module has no stack pointer')
  const end = readLeb(body, next + 3).next
  return new Uint8Array([...body.subarray(0, next + 3), ...signedLeb(top), ...body.subarray(end)])
}

/** Behind a setting of the stack pointer: traps where it is below the stack. */
const checkFor = (low: number): number[] => [
  ...[0x23, 0, I32_CONST, ...signedLeb(low), 0x49],
  ...[0x04, 0x40, 0x00, 0x0b],
]

/** All functions' code, with that check wherever stack is taken. */
function withChecks(body: Uint8Array, check: readonly number[]): Uint8Array {
  const { value: count, next } = readLeb(body, 0)
  const places: number[] = []
  const sizes: number[] = []
  let at = next
  for (let i = 0; i < count; i++) {
    const size = readLeb(body, at)
    const before = places.length
    findSettings(body, size.next, size.next + size.value, places)
    sizes.push(size.value + (places.length - before) * check.length)
    at = size.next + size.value
  }
  const all = new Uint8Array(next + sizes.reduce((sum, size) => sum + size + leb(size).length, 0))
  all.set(body.subarray(0, next))
  let to = next
  let place = 0
  const put = (bytes: ArrayLike<number>) => {
    all.set(bytes, to)
    to += bytes.length
  }
  at = next
  for (const newSize of sizes) {
    const size = readLeb(body, at)
    const end = size.next + size.value
    put(leb(newSize))
    let from = size.next
    for (let found = places[place]; found !== undefined && found < end; found = places[++place]) {
      put(body.subarray(from, found))
      put(check)
      from = found
    }
    put(body.subarray(from, end))
    at = end
  }
  return all
}

/** Notes behind which places a function takes stack; what it gives back it adds. Throws for an instruction that it does not know. */
function findSettings(code: Uint8Array, start: number, end: number, places: number[]): void {
  let at = start
  const skip = (count: number) => {
    for (let i = 0; i < count; i++) {
      while ((code[at] ?? 0) >= 0x80) at++
      at++
    }
  }
  const number = () => {
    const { value, next } = readLeb(code, at)
    at = next
    return value
  }
  for (let groups = number(); groups > 0; groups--) skip(2)
  for (let last = 0, op = 0; at < end; last = op) {
    op = code[at] ?? 0
    if (last !== I32_ADD && op === SET_STACK_POINTER[0] && code[at + 1] === SET_STACK_POINTER[1])
      places.push(at + SET_STACK_POINTER.length)
    at++
    if (op === 0x43) at += 4
    else if (op === 0x44) at += 8
    else if (op === 0x0e) skip(number() + 1)
    else if (op === 0x1c) skip(number())
    else if (op === 0xfc) skip(countAfterPrefix(number()))
    else skip(countAfter(op))
  }
}

/** How many numbers follow an instruction. */
function countAfter(op: number): number {
  if (op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b) return 0
  if (op <= 0x04 || op === 0x0c || op === 0x0d || op === 0x10) return 1
  if (op === 0x11 || (op >= 0x28 && op <= 0x3e)) return 2
  if ((op >= 0x20 && op <= 0x26) || (op >= 0x3f && op <= 0x42)) return 1
  if (op >= 0x45 && op <= 0xc4) return 0
  throw new Error(`the module has an instruction that is not known: ${op}`)
}

function countAfterPrefix(op: number): number {
  if (op <= 7) return 0
  if (op === 8 || op === 10 || op === 12 || op === 14) return 2
  if (op <= 17) return 1
  throw new Error(`the module has an instruction that is not known: 0xfc ${op}`)
}
