import { type Diagnosis, type Patient, wordsOf } from './diagnosis.ts'
import { ask } from './outside.ts'
import { makePass } from './pass.ts'
import { BETWEEN_MS, EVENTS, STREAM_PATH } from './probe.ts'
import { notAsked, unknownThere } from './proxy.ts'

const NAME = 'Event stream'

/** Whether events arrive when they are sent, and not together at the end. */
export async function examineStream({ base, keys, now, ca }: Patient): Promise<Diagnosis> {
  if (base === null || keys === null) return notAsked(NAME)
  try {
    const authorization = `Bearer ${makePass(keys, now())}`
    const response = await ask(base + STREAM_PATH, { authorization, accept: 'text/event-stream' }, ca)
    if (response.status !== 200 || !response.body) return unknownThere(NAME, response.status)
    return judgeStream(await arrivals(response.body))
  } catch (error) {
    return { name: NAME, ok: null, says: `It could not be read: ${wordsOf(error)}.` }
  }
}

/** When each event was there, in milliseconds. */
async function arrivals(body: ReadableStream<Uint8Array>): Promise<number[]> {
  const times: number[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    const known = text.split('event: probe').length - 1
    while (times.length < known) times.push(performance.now())
  }
  return times
}

/** @param times when each event arrived, in milliseconds */
export function judgeStream(times: readonly number[]): Diagnosis {
  const [first = 0] = times
  const spread = (times.at(-1) ?? first) - first
  const todo =
    'Have the proxy pass event streams on at once: no buffering, no caching and no compression for /api/v1/events (nginx obeys X-Accel-Buffering unless it is told to ignore it). Nothing is lost without it, but results arrive late.'
  if (times.length < EVENTS)
    return { name: NAME, ok: false, says: `It was cut off after ${times.length} of ${EVENTS} events.`, todo }
  // Half of what lies between the first and the last: lines are uneven, and buffers are not.
  if (spread < ((EVENTS - 1) * BETWEEN_MS) / 2)
    return {
      name: NAME,
      ok: false,
      says: `Something in between holds events back: ${EVENTS} events sent ${BETWEEN_MS} ms apart arrived within ${Math.round(spread)} ms.`,
      todo,
    }
  return { name: NAME, ok: true, says: 'Events arrive as they are sent.' }
}
