import type { ServerResponse } from 'node:http'
import type { Database } from '#db/open.ts'
import { EVENTS_A_PAGE, listEventsAfter } from '#db/queries/events.ts'

/** Whose events a stream carries. */
export type Listener = { attempt_id: number } | { user_id: number }

interface Stream {
  to: Listener
  response: ServerResponse
  /** Whether its reader may still listen; asked at each sign of life. */
  mayListen: (() => Promise<boolean>) | null
  sent: number
  busy: boolean
  again: boolean
  /** The reader has not taken what was written: nothing more is written until it has. */
  blocked: boolean
  /** It was blocked at the last beat already. */
  wasBlocked: boolean
}

export interface HubOptions {
  heartbeatMs?: number
}

/** They ask proxies to pass on at once what comes. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
}

const HEARTBEAT_MS = 15_000
/** Streams of one attempt or user; a page keeps one for the whole browser. */
export const STREAMS_EACH = 8
/** A reader that lies this far behind is waited for. */
export const BUFFER_MAX_BYTES = 256_000

/**
 * Open event streams. Events are rows: a stream is only told that there is something new and reads on from the last
 * id it sent, so nothing is lost between a commit and a broken line. Streams are raw node responses (half the memory
 * and a tenth of the time of a streamed web response).
 *
 * A reader that does not read costs a bounded buffer: its stream is written no further until it has caught up, and is
 * closed when it has not by the next sign of life but one. It comes back and resumes after the last id it saw.
 */
export class EventHub {
  readonly #db: Database
  readonly #streams = new Map<string, Set<Stream>>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(db: Database, options: HubOptions = {}) {
    this.#db = db
    this.#heartbeat = setInterval(() => this.beat(), options.heartbeatMs ?? HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  /** Streams now open. */
  get size(): number {
    let size = 0
    for (const set of this.#streams.values()) size += set.size
    return size
  }

  /** Open streams by whose they are. */
  counts(): { candidates: number; staff: number } {
    const counts = { candidates: 0, staff: 0 }
    for (const set of this.#streams.values())
      for (const { to } of set) counts['attempt_id' in to ? 'candidates' : 'staff']++
    return counts
  }

  /**
   * Opens a stream; one too many of the same listener closes the oldest.
   * @param mayListen of a reader whose right runs out by itself: the stream ends with it
   */
  open(
    to: Listener,
    response: ServerResponse,
    after: number,
    mayListen: (() => Promise<boolean>) | null = null,
  ): void {
    response.writeHead(200, STREAM_HEADERS)
    response.write(': open\n\n')
    const stream: Stream = {
      to,
      response,
      mayListen,
      sent: after,
      busy: false,
      again: false,
      blocked: false,
      wasBlocked: false,
    }
    const key = keyOf(to)
    const set = this.#streams.get(key) ?? new Set()
    set.add(stream)
    this.#streams.set(key, set)
    response.on('drain', () => {
      if (!stream.blocked) return
      stream.blocked = false
      stream.wasBlocked = false
      void this.#send(stream)
    })
    response.on('close', () => {
      set.delete(stream)
      if (set.size === 0 && this.#streams.get(key) === set) this.#streams.delete(key)
    })
    if (set.size > STREAMS_EACH) {
      const [oldest] = set
      if (oldest) {
        set.delete(oldest)
        // An end where its reader follows; nobody waits for one that does not.
        if (oldest.response.writableLength > 0) oldest.response.destroy()
        else oldest.response.end()
      }
    }
    void this.#send(stream)
  }

  /** Tells streams that rows were committed for them. */
  tell(to: Listener): void {
    for (const stream of this.#streams.get(keyOf(to)) ?? []) void this.#send(stream)
  }

  /** Ends the streams of one who may no longer listen. */
  end(to: Listener): void {
    for (const { response } of this.#streams.get(keyOf(to)) ?? []) response.destroy()
  }

  async #send(stream: Stream): Promise<void> {
    if (stream.blocked) return
    if (stream.busy) {
      stream.again = true
      return
    }
    stream.busy = true
    try {
      do {
        stream.again = false
        const rows = await listEventsAfter(this.#db.read, stream.to, stream.sent)
        // A full page: there may be more behind it.
        if (rows.length >= EVENTS_A_PAGE) stream.again = true
        for (const { id, data } of rows) {
          const { type } = data as { type: string }
          stream.response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
          stream.sent = id
          // The rows behind it are read again when the reader has caught up.
          stream.blocked = stream.response.writableLength > BUFFER_MAX_BYTES
          if (stream.blocked) return
        }
      } while (stream.again)
    } catch {
      stream.response.destroy()
    } finally {
      stream.busy = false
    }
  }

  async #endUnless(stream: Stream, mayListen: () => Promise<boolean>): Promise<void> {
    // A database that cannot be read ends nobody's stream.
    if (!(await mayListen().catch(() => true))) stream.response.destroy()
  }

  /** A sign of life to every reader; who may no longer listen, or does not read, is ended. Called by itself. */
  beat(): void {
    for (const set of this.#streams.values())
      for (const stream of set) {
        if (stream.mayListen) void this.#endUnless(stream, stream.mayListen)
        if (!stream.blocked) stream.response.write(': beat\n\n')
        else if (stream.wasBlocked) stream.response.destroy()
        stream.wasBlocked = stream.blocked
      }
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const set of this.#streams.values()) for (const { response } of set) response.destroy()
    this.#streams.clear()
  }
}

const keyOf = (to: Listener): string => ('attempt_id' in to ? `a${to.attempt_id}` : `u${to.user_id}`)
