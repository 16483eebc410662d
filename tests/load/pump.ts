import { connect, type Socket } from 'node:net'

/** Requests sent ahead of time as bytes, one after the other on each connection, for as long as asked. */

export interface Pumped {
  /** Answers a second. */
  rate: number
  answers: number
  ms: number
}

export interface Lane {
  socket: Socket
  /** Whole requests, in the order in which they must be sent. */
  stock: Buffer[]
  /** The newest answer's body. */
  answer: string
}

const HEAD_END = Buffer.from('\r\n\r\n')

export function request(host: string, path: string, token: string, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    '',
  ]
  return Buffer.from(head.join('\r\n') + body)
}

/** Opens a connection and uses it once: one that says nothing is closed long before its turn comes. */
export const openLane = (port: number): Promise<Lane> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answer = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      answer = Buffer.concat([answer, chunk])
      if (bodyOf(answer) === null) return
      socket.off('error', reject).off('data', take)
      resolve({ socket, stock: [], answer: '' })
    }
    socket.once('error', reject)
    socket.on('data', take)
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  })

/**
 * Sends each lane's stock, one request in flight a lane, until the time is over or the first lane has nothing left;
 * what is in flight then is awaited and not counted.
 * @throws Error where an answer is not 200
 */
export async function pump(lanes: readonly Lane[], ms: number): Promise<Pumped> {
  const start = performance.now()
  let answers = 0
  let end = 0
  const stop = (): void => {
    if (end === 0) end = performance.now()
  }
  const timer = setTimeout(stop, ms)
  await Promise.all(
    lanes.map((lane) =>
      drive(
        lane,
        () => end !== 0,
        () => {
          answers++
        },
        stop,
      ),
    ),
  )
  clearTimeout(timer)
  stop()
  const took = end - start
  return { rate: (answers / took) * 1000, answers, ms: took }
}

function drive(lane: Lane, over: () => boolean, count: () => void, stop: () => void): Promise<void> {
  const { socket } = lane
  return new Promise((resolve, reject) => {
    let next = 0
    let parts: Buffer[] = []
    const leave = (error?: Error): void => {
      socket.off('data', take).off('error', leave).off('close', closed)
      lane.stock = lane.stock.slice(next)
      if (error) reject(error)
      else resolve()
    }
    const closed = (): void => leave(new Error('The server closed a connection'))
    const send = (): void => {
      const bytes = lane.stock[next]
      if (!bytes || over()) {
        stop()
        leave()
        return
      }
      next++
      socket.write(bytes)
    }
    const take = (chunk: Buffer): void => {
      parts.push(chunk)
      const body = bodyOf(parts.length === 1 ? chunk : Buffer.concat(parts))
      if (body === null) return
      parts = []
      if (body instanceof Error) {
        leave(body)
        return
      }
      lane.answer = body
      if (!over()) count()
      send()
    }
    socket.on('data', take).on('error', leave).on('close', closed)
    send()
  })
}

/** The body of a whole answer; null while some of it is missing. */
function bodyOf(bytes: Buffer): string | Error | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /content-length: (\d+)/i.exec(head)
  const from = headEnd + 4
  if (!length) return new Error(`An answer without a length:\n${head}`)
  if (bytes.length < from + Number(length[1])) return null
  const body = bytes.toString('latin1', from)
  return head.startsWith('HTTP/1.1 200') ? body : new Error(`Not 200:\n${head}\n${body}`)
}
