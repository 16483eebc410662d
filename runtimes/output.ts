/** Thrown by an engine's host functions to end a program from outside its own code. */
export class OutputLimitReached extends Error {
  constructor() {
    super('standard output is over its limit')
    this.name = 'OutputLimitReached'
  }
}

/** Collects the bytes of one output stream up to a limit; what is over it is dropped and noted. */
export class OutputSink {
  private readonly chunks: Uint8Array[] = []
  private size = 0
  private over = false
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes a copy of `bytes`. Returns false once the stream is over its limit. */
  write(bytes: Uint8Array): boolean {
    const { room } = this
    const kept = bytes.length > room ? bytes.slice(0, room) : bytes.slice()
    if (kept.length > 0) this.chunks.push(kept)
    this.size += kept.length
    if (bytes.length > room) this.over = true
    return !this.over
  }

  /** How many bytes it still takes. */
  get room(): number {
    return this.limit - this.size
  }

  get truncated(): boolean {
    return this.over
  }

  /** Everything kept so far as one array. */
  bytes(): Uint8Array {
    return joined(this.chunks)
  }
}

/**
 * Collects what a program says beside its output. A longer text keeps its start and its end, half of the limit each:
 * the end tells why a program failed.
 */
export class ErrorSink {
  private readonly head: OutputSink
  private readonly tail: Uint8Array
  private past = 0
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
    this.head = new OutputSink(Math.ceil(limit / 2))
    this.tail = new Uint8Array(Math.floor(limit / 2))
  }

  write(bytes: Uint8Array): void {
    const room = this.head.room
    this.head.write(bytes)
    const rest = bytes.subarray(room)
    const kept = rest.subarray(Math.max(0, rest.length - this.tail.length))
    // The end is a ring: what comes goes over what is oldest.
    const at = (this.past + rest.length - kept.length) % Math.max(1, this.tail.length)
    this.tail.set(kept.subarray(0, this.tail.length - at), at)
    this.tail.set(kept.subarray(this.tail.length - at), 0)
    this.past += rest.length
  }

  get truncated(): boolean {
    return this.past > this.tail.length
  }

  /** Everything kept so far as one array, with a line where something was left out. */
  bytes(): Uint8Array {
    if (!this.truncated) return joined([this.head.bytes(), this.tail.subarray(0, this.past)])
    const at = this.past % Math.max(1, this.tail.length)
    const mark = `\n[${this.past - this.tail.length} bytes left out]\n`
    const end = [this.tail.subarray(at), this.tail.subarray(0, at)]
    return joined([this.head.bytes(), new TextEncoder().encode(mark), ...end])
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}
