import { leb, readLeb, signedLeb } from '../leb.ts'
import { concat, section, sectionsOf } from '../sections.ts'

const READ_ONLY = "Cannot assign to read only property '%s' of object '#<Object>'"

/**
 * The engine's own words for errors that programs print or compare, and those of Node. A `%s` is filled in by the engine,
 * so both have as many, or Node's has none. Node has several for some: they are given for each place of the code in turn.
 */
const MESSAGES: readonly (readonly [engine: string, ...node: string[]])[] = [
  ["cannot read property '%s' of null", "Cannot read properties of null (reading '%s')"],
  ["cannot read property '%s' of undefined", "Cannot read properties of undefined (reading '%s')"],
  ["cannot set property '%s' of null", "Cannot set properties of null (setting '%s')"],
  ["cannot set property '%s' of undefined", "Cannot set properties of undefined (setting '%s')"],
  ['cannot read property of %s', 'Cannot read properties of %s'],
  ["'%s' is read-only", 'Assignment to constant variable.', READ_ONLY],
  ['cannot convert to object', 'Cannot convert undefined or null to object'],
  ["'%s' is not defined", '%s is not defined'],
  ['%s is not initialized', "Cannot access '%s' before initialization"],
  ['stack overflow', 'Maximum call stack size exceeded'],
  ['invalid array length', 'Invalid array length'],
  ['invalid string length', 'Invalid string length'],
  ['string too long', 'Invalid string length'],
  ['empty array', 'Reduce of empty array with no initial value'],
  ['BigInt division by zero', 'Division by zero'],
  ['cannot convert bigint to number', 'Cannot mix BigInt and other types, use explicit conversions'],
  ['bigint argument with unary +', 'Cannot convert a BigInt value to a number'],
  ['bigint operands are forbidden for >>>', 'BigInts have no unsigned right shift, use >> instead'],
  ['cannot convert symbol to string', 'Cannot convert a Symbol value to a string'],
  ['cannot convert symbol to number', 'Cannot convert a Symbol value to a number'],
  ['radix must be between 2 and 36', 'toString() radix argument must be between 2 and 36'],
  ['Date value is NaN', 'Invalid time value'],
  ["invalid 'instanceof' right operand", "Right-hand side of 'instanceof' is not callable"],
  ['cannot invoke a running generator', 'Generator is already running'],
  ['malformed UTF-8', 'URI malformed'],
  ['expecting hex digit', 'URI malformed'],
  ['expecting %%', 'URI malformed'],
]

const SECTION_CODE = 10
const SECTION_DATA = 11
const SECTION_DATA_COUNT = 12
const I32_CONST = 0x41
const END = 0x0b
/**
 * Free room, by the number of bytes in which the code writes an address there, so that the code keeps its length: below the
 * data, where nothing lies as zero is no address, and the far end of the engine's own stack, five megabytes of which a
 * program is never granted half.
 */
const ROOMS = [
  { bytes: 2, from: 0x40, to: 0x400 },
  { bytes: 3, from: 0x2_0000, to: 0x2_1000 },
]

const encoder = new TextEncoder()
const text = (words: string) => encoder.encode(`${words}\0`)
const constant = (value: number) => [I32_CONST, ...signedLeb(value)]

/** The places at which some bytes begin. */
function* placesOf(bytes: Uint8Array, wanted: ArrayLike<number>): Generator<number> {
  const [first = 0] = Array.from(wanted)
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++
    if (same === wanted.length) yield at
  }
}

interface Segment {
  address: number
  bytes: Uint8Array
}

/** The data of a module: all of it lies at fixed addresses. */
function* segmentsOf(body: Uint8Array): Generator<Segment> {
  const { value: count, next } = readLeb(body, 0)
  let at = next
  for (let i = 0; i < count; i++) {
    if (body[at] !== 0 || body[at + 1] !== I32_CONST)
      throw new Error('the module keeps its data in another way')
    const address = readLeb(body, at + 2)
    const size = readLeb(body, address.next + 1)
    at = size.next + size.value
    yield { address: address.value, bytes: body.subarray(size.next, at) }
  }
}

/** The addresses at which a text stands: the linker keeps a text that is the end of another one with that. */
function* addressesOf(segments: readonly Segment[], words: string): Generator<number> {
  for (const { address, bytes } of segments) for (const at of placesOf(bytes, text(words))) yield address + at
}

/** Takes addresses for texts out of the free room, and gives the segments that put them there. */
function newTexts() {
  const rooms = ROOMS.map((room) => ({
    ...room,
    free: room.from,
    added: [] as Uint8Array[],
    known: new Map<string, number>(),
  }))
  return {
    /** The address of a text, written in as many bytes as `old`. */
    put(words: string, old: readonly number[]): number {
      const room = rooms.find(({ bytes }) => bytes === old.length - 1)
      const known = room?.known.get(words)
      if (known !== undefined) return known
      const bytes = text(words)
      if (room === undefined || room.free + bytes.length > room.to)
        throw new Error(`the module has no room for: ${words}`)
      const { free } = room
      room.added.push(bytes)
      room.known.set(words, free)
      room.free += bytes.length
      return free
    },
    count: rooms.length,
    segments: () =>
      rooms.flatMap(({ from, added }) => {
        const bytes = concat(added)
        return [new Uint8Array([0, ...constant(from), END, ...leb(bytes.length)]), bytes]
      }),
  }
}

/**
 * QuickJS with Node's words for the errors that programs print: the texts are added to its data, and its code is pointed at
 * them. Throws for a build that does not have the words.
 */
export function withNodeMessages(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = [...sectionsOf(module)]
  const bodyOf = (id: number) => sections.find((one) => one.id === id)?.body ?? new Uint8Array()
  const segments = [...segmentsOf(bodyOf(SECTION_DATA))]
  const code = new Uint8Array(bodyOf(SECTION_CODE))
  const texts = newTexts()
  for (const [engine, ...node] of MESSAGES) {
    let said = 0
    for (const old of [...addressesOf(segments, engine)].map(constant))
      for (const at of [...placesOf(code, old)])
        code.set(constant(texts.put(node[said++] ?? node.at(-1) ?? '', old)), at)
    if (said < node.length) throw new Error(`the module does not say: ${engine}`)
  }
  const data = readLeb(bodyOf(SECTION_DATA), 0)
  const count = new Uint8Array(leb(data.value + texts.count))
  const changed = new Map<number, Uint8Array>([
    [SECTION_CODE, code],
    [SECTION_DATA_COUNT, count],
    [SECTION_DATA, concat([count, bodyOf(SECTION_DATA).subarray(data.next), ...texts.segments()])],
  ])
  const parts = sections.flatMap(({ id, body }) => section(id, changed.get(id) ?? body))
  return concat([module.subarray(0, 8), ...parts])
}
