import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { editorOf, totalLight } from '../../e2e/support/candidate.ts'
import { type Figure, median, percentile, tell } from '../figures.ts'
import { beginWithProgram } from './begun.ts'
import type { Bench } from './bench.ts'
import { compare, type Pair } from './compare.ts'
import { freshDevice, fullSpeed, slowProcessor } from './device.ts'
import { PROGRAM, TYPED } from './program.ts'

const KEYS = 120

declare global {
  interface Window {
    /** Milliseconds from each key press to the end of the frame that shows it. */
    keyTimes: number[]
  }
}

/** Runs in the page: a message that is posted within a frame is delivered when the frame has been painted. */
function instrument(): void {
  window.keyTimes = []
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key.length !== 1) return
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

/** Types in the middle of the program as people do, with 30 to 90 ms between two keys, so that drafts are kept meanwhile. */
async function type(page: Page): Promise<number[]> {
  await editorOf(page).or(page.locator('.cm-content')).first().click()
  await page.keyboard.press('Control+Home')
  for (let line = 0; line < 12; line++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.evaluate(() => window.keyTimes.splice(0))
  for (let n = 0; n < KEYS; n++) {
    const char = TYPED[n % TYPED.length] ?? ' '
    await page.keyboard.press(n % TYPED.length === TYPED.length - 1 ? 'Enter' : char)
    await page.waitForTimeout(30 + ((n * 37) % 60))
  }
  const times = await page.evaluate(() => window.keyTimes)
  if (times.length < KEYS * 0.9) throw new Error(`Only ${times.length} of ${KEYS} keys were painted`)
  return times
}

interface Round {
  reference: number[]
  ours: number[]
}

const pairsOf = (rounds: readonly Round[], percent: number): Pair[] =>
  rounds.map(({ reference, ours }) => ({
    reference: percentile(reference, percent),
    ours: percentile(ours, percent),
  }))

function told(name: string, about: string, rounds: readonly Round[]): Figure {
  const middle = pairsOf(rounds, 50)
  const p50 = (side: keyof Pair): string => tell(median(middle.map((pair) => pair[side])))
  return compare(pairsOf(rounds, 95), {
    name,
    about,
    unit: 'ms p95',
    against: 'CodeMirror alone with the same program, typed in between',
    ratioAtMost: 1.3,
    notes: [`p50: reference ${p50('reference')} ms, ours ${p50('ours')} ms; ${KEYS} keys a round`],
  })
}

/** G32 of the promises: typing never waits for the network. */
const neverWaits = (rounds: readonly Round[]): Figure =>
  compare(pairsOf(rounds, 99), {
    name: 'keys, black hole, p99',
    about: 'the same at the speed of this machine.',
    unit: 'ms',
    against: 'CodeMirror alone with the same program, typed in between',
    atMost: 100,
    notes: [],
  })

/** Key press to paint in the test's editor, with the server in reach and on a line that swallows everything. */
export async function benchKeys(bench: Bench): Promise<Figure[]> {
  const ours = await freshDevice(bench.browser, { instrument })
  await beginWithProgram(ours.page, bench.nextLink())
  await slowProcessor(ours)
  const bare = await freshDevice(bench.browser, { instrument })
  await bare.page.goto(bench.reference('editor'))
  await bare.page.locator('.cm-content').click()
  await bare.page.keyboard.insertText(PROGRAM)
  await slowProcessor(bare)

  const measure = async (): Promise<Round[]> => {
    const rounds: Round[] = []
    for (let round = -1; round < bench.rounds; round++) {
      const reference = await type(bare.page)
      const typed = await type(ours.page)
      if (round >= 0) rounds.push({ reference, ours: typed })
    }
    return rounds
  }
  const inReach = await measure()
  await bench.line.set('blackhole')
  // It knows that nobody answers before it is measured: then it tries again and again beside the typing.
  await expect(totalLight(ours.page)).toContainText('saved on this device', { timeout: 60_000 })
  const swallowed = await measure()
  for (const device of [ours, bare]) await fullSpeed(device)
  const atFullSpeed = await measure()
  await bench.line.set('ok')
  await ours.context.close()
  await bare.context.close()
  return [
    told(
      'keys',
      'key press to paint in the test, 240 lines of JavaScript, drafts kept meanwhile; 4 × slower.',
      inReach,
    ),
    told('keys, black hole', 'the same while the network takes everything and answers nothing.', swallowed),
    neverWaits(atFullSpeed),
  ]
}
