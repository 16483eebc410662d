/** Thrown by an engine's host functions to end a program from outside its own code. */
export class OutputLimitReached extends Error {
  constructor(stream: string) {
    super(`${stream} is over its limit`)
    this.name = 'OutputLimitReached'
  }
}

/** Collects the bytes of one output stream up to a limit; what is over it is dropped and noted. */
export class OutputSink {
  private readonly chunks: Uint8Array[] = []
  private size = 0
  private over = false
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes a copy of `bytes`. Returns false once the stream is over its limit. */
  write(bytes: Uint8Array): boolean {
    const room = this.limit - this.size
    const kept = bytes.length > room ? bytes.slice(0, room) : bytes.slice()
    if (kept.length > 0) this.chunks.push(kept)
    this.size += kept.length
    if (bytes.length > room) this.over = true
    return !this.over
  }

  get truncated(): boolean {
    return this.over
  }

  /** Everything kept so far as one array. */
  bytes(): Uint8Array {
    const all = new Uint8Array(this.size)
    let offset = 0
    for (const chunk of this.chunks) {
      all.set(chunk, offset)
      offset += chunk.length
    }
    return all
  }
}
