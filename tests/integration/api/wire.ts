import { connect, type Socket } from 'node:net'
import { waitFor } from '../../factories/index.ts'

/** One connection, byte by byte: for what no HTTP client would send. */
export interface Wire {
  socket: Socket
  /** Everything that came back. */
  text: () => string
  write(...pieces: string[]): void
  /** Resolves with everything that came, when the server has closed. */
  closed: Promise<string>
  /** The next whole answers, as many as asked for. */
  answers(count?: number): Promise<WireAnswer[]>
}

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export function openWire(base: string): Wire {
  const { hostname, port } = new URL(base)
  let text = ''
  let taken = 0
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  // A server that refuses while something comes may reset the line; what it said counts.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  return {
    socket,
    text: () => text,
    closed,
    write(...pieces) {
      for (const piece of pieces) socket.write(piece)
    },
    async answers(count = 1) {
      const found: WireAnswer[] = []
      while (found.length < count) {
        const next = await waitFor('an answer', () => answerIn(text.slice(taken)))
        taken += next.length
        found.push(next.answer)
      }
      return found
    },
  }
}

/** The first whole answer of a text; null while some of it is missing. */
export function answerIn(text: string): { answer: WireAnswer; length: number } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':')
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
    }),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (text.length < length) return null
  return {
    answer: { status: Number(line.split(' ')[1]), headers, body: text.slice(end + 4, length) },
    length,
  }
}
