import { candidateUrl } from '#contract/candidatePaths.ts'
import type { StreamEvent } from '#contract/events.ts'

const SILENCE_MS = 45_000
const RETRY_MS = 3_000
const RETRY_CAP_MS = 30_000
/** A server that goes takes every stream with it: those who ask after it do not ask in the same moment. */
const CLOSED_JITTER_MS = 2_000

/**
 * The attempt's event stream: over fetch, because the token goes in a header. 45 s of silence (the server beats every
 * 15) mean a dead line. Events are hints; nothing waits for them. A stream that was open and ends is the first to know
 * that the server is away.
 * @returns stops the stream
 */
export function openStream(
  token: string,
  listener: { event(event: StreamEvent): void; opened(): void; closed(): void },
): () => void {
  const ended = new AbortController()
  let lastId: string | null = null
  let failures = 0
  let isOpen = false

  async function connect(): Promise<void> {
    const quiet = new AbortController()
    let watchdog = setTimeout(() => quiet.abort(), SILENCE_MS)
    const heard = (): void => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => quiet.abort(), SILENCE_MS)
    }
    try {
      const response = await fetch(candidateUrl('getEvents'), {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          ...(lastId !== null && { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([ended.signal, quiet.signal]),
        cache: 'no-store',
        credentials: 'omit',
      })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (!response.ok || !isStream || !response.body) throw new Error('no stream')
      // No part of what the test screen waits for; where it has not come, the next try asks again.
      const { EventSourceParserStream } = await import('eventsource-parser/stream')
      failures = 0
      isOpen = true
      listener.opened()
      const events = response.body
        .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
        .pipeThrough(
          new TransformStream<string, string>({
            transform(chunk, to) {
              heard()
              to.enqueue(chunk)
            },
          }),
        )
        .pipeThrough(new EventSourceParserStream())
      const reader = events.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        if (value.id) lastId = value.id
        listener.event(JSON.parse(value.data) as StreamEvent)
      }
    } finally {
      clearTimeout(watchdog)
    }
  }

  async function loop(): Promise<void> {
    while (!ended.signal.aborted) {
      await connect().catch(() => {})
      if (isOpen)
        setTimeout(() => !ended.signal.aborted && listener.closed(), Math.random() * CLOSED_JITTER_MS)
      isOpen = false
      failures++
      const wait =
        Math.min(RETRY_CAP_MS, RETRY_MS * 2 ** Math.min(failures - 1, 4)) * (0.5 + Math.random() / 2)
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  void loop()
  return () => ended.abort()
}
