import type { CaseResult, JudgeAnswer } from '../port.ts'
import type { BoxEnd, StartedBox } from './box.ts'

/** Two boxes whose outputs are each other's inputs: a candidate's program and the interactor that judges it. */

/** Bytes of what was said that are kept for staff. */
const TRANSCRIPT_BYTES = 32 * 1024
/** So long a program may go on after its interactor's end, in milliseconds. */
const GRACE_MS = 2_000

/** The words of both, each turn on lines of its own: '>' before the program's, '<' before the interactor's. */
class Transcript {
  #text = ''
  #bytes = 0
  #speaker: '>' | '<' | null = null

  add(speaker: '>' | '<', chunk: Buffer): void {
    const room = TRANSCRIPT_BYTES - this.#bytes
    if (room <= 0) return
    const said = chunk.subarray(0, room).toString('utf8')
    this.#bytes += chunk.length
    if (this.#speaker !== speaker && this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n'
    for (const line of said.split(/(?<=\n)/)) {
      const isBegun = this.#speaker === speaker && this.#text !== '' && !this.#text.endsWith('\n')
      this.#text += isBegun ? line : `${speaker} ${line}`
      this.#speaker = speaker
    }
    if (this.#bytes > TRANSCRIPT_BYTES) this.#text += '\n…'
  }

  get text(): string {
    return this.#text
  }
}

export interface Conversation {
  program: BoxEnd
  interactor: BoxEnd
  /** The interactor had ended while the program still ran. */
  isInteractorFirst: boolean
  transcript: string
}

/** Lets both talk until both have ended. */
export async function converse(program: StartedBox, interactor: StartedBox): Promise<Conversation> {
  const transcript = new Transcript()
  const tie = (from: StartedBox, to: StartedBox, speaker: '>' | '<', onEnd?: () => void): void => {
    from.stdout.on('data', (chunk: Buffer) => {
      transcript.add(speaker, chunk)
      // A side that does not read what it is told keeps the other one waiting, as a pipe between them would.
      if (to.stdin?.writable && !to.stdin.write(chunk)) {
        from.stdout.pause()
        to.stdin.once('drain', () => from.stdout.resume())
        to.stdin.once('close', () => from.stdout.resume())
      }
    })
    from.stdout.once('end', () => {
      onEnd?.()
      to.stdin?.end()
    })
  }
  let isRunning = true
  let isInteractorFirst = false
  let grace: NodeJS.Timeout | undefined
  tie(program, interactor, '>')
  // Told before the program can know it: whatever that does then comes of it.
  tie(interactor, program, '<', () => {
    isInteractorFirst = isRunning
  })
  void program.ended.then(() => {
    isRunning = false
    clearTimeout(grace)
  })
  void interactor.ended.then(() => {
    if (!isRunning) return
    grace = setTimeout(() => program.end(), GRACE_MS)
  })
  const ends = await Promise.all([program.ended, interactor.ended])
  return {
    ...{ program: ends[0], interactor: ends[1] },
    ...{ isInteractorFirst, transcript: transcript.text },
  }
}

/**
 * How the case ended: as its program did, unless the interactor had found it wrong before; the transcript stands for its output.
 */
export function talkResult(
  result: CaseResult,
  judged: JudgeAnswer,
  { program, isInteractorFirst, transcript }: Conversation,
): CaseResult {
  const said = { ...result, stdout: transcript, stdoutTruncated: false }
  if (result.outcome === 'engine_error') return said
  // An interactor that is at work for too long keeps the program waiting, whose time is over first.
  const isKeptWaiting = judged.verdict === 'fault' && program.kind === 'ended' && program.endedBy === 'wall'
  if (isKeptWaiting) return { ...said, outcome: 'ok', message: undefined, judged }
  // A program that is told no more may end in any way.
  if (isInteractorFirst && judged.verdict !== 'accepted') return { ...said, outcome: 'ok', judged }
  return result.outcome === 'ok' ? { ...said, judged } : said
}
