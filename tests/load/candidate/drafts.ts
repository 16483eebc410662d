import type { Page } from 'playwright'
import { editorOf } from '../../e2e/support/candidate.ts'
import { type Figure, median, percentile, tell } from '../figures.ts'
import { beginWithProgram } from './begun.ts'
import type { Bench } from './bench.ts'
import { compare, type Pair } from './compare.ts'
import { freshDevice, slowProcessor } from './device.ts'
import { PROGRAM } from './program.ts'

const SAVES = 40
const SHOWN_MS = 250

declare global {
  interface Window {
    /** Milliseconds from the key that saves to the transaction's end, of each save. */
    saveTimes: number[]
    /** When a save that is not over was begun. */
    savePressedAt: number | null
    /** Durabilities of the transactions. */
    saveKinds: string[]
  }
}

/**
 * Runs in the page, the same on both: from Ctrl+S, before anything hears of it, until the transaction that writes the
 * op and its answer is complete.
 */
function instrument(): void {
  window.saveTimes = []
  window.saveKinds = []
  window.savePressedAt = null
  const isSave = (event: KeyboardEvent): boolean => event.ctrlKey && event.key === 's'
  const note = (event: KeyboardEvent): void => {
    if (isSave(event)) window.savePressedAt = performance.now()
  }
  addEventListener('keydown', note, { capture: true })
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...given) {
    const transaction = begin.apply(this, given)
    const stores = [...transaction.objectStoreNames]
    const since = window.savePressedAt
    if (
      since !== null &&
      transaction.mode === 'readwrite' &&
      stores.includes('ops') &&
      stores.includes('answers')
    ) {
      transaction.addEventListener('complete', () => {
        window.savePressedAt = null
        window.saveTimes.push(performance.now() - since)
        window.saveKinds.push(transaction.durability)
      })
    }
    return transaction
  }
}

/** Changes one letter and saves, again and again: each save when the one before it is over and shown. */
async function save(page: Page): Promise<number[]> {
  await page.evaluate(() => window.saveTimes.splice(0))
  for (let n = 0; n < SAVES; n++) {
    await page.keyboard.press('x')
    // The letter is on the screen before it is saved.
    await page.waitForTimeout(SHOWN_MS)
    await page.keyboard.press('Control+s')
    await page
      .waitForFunction(() => window.savePressedAt === null, null, { timeout: 5_000, polling: 50 })
      .catch(() => 0)
    await page.waitForTimeout(SHOWN_MS)
  }
  const { times, kinds } = await page.evaluate(() => ({ times: window.saveTimes, kinds: window.saveKinds }))
  // On a machine that is busy enough a draft keeps itself before its save begins, which then has nothing to write.
  if (times.length < SAVES * 0.8) throw new Error(`Only ${times.length} of ${SAVES} saves were written`)
  if (kinds.some((kind) => kind !== 'strict')) throw new Error('A save was not written strictly')
  return times
}

/** A draft kept on the device, against the bare write of its two rows. */
export async function benchDrafts(bench: Bench): Promise<Figure[]> {
  const ours = await freshDevice(bench.browser, { instrument })
  await beginWithProgram(ours.page, bench.nextLink())
  await editorOf(ours.page).click()
  await ours.page.keyboard.press('Control+End')
  await slowProcessor(ours)
  const bare = await freshDevice(bench.browser, { instrument })
  await bare.page.goto(bench.reference('writes'))
  await bare.page.locator('textarea').click()
  await bare.page.keyboard.insertText(PROGRAM)
  await slowProcessor(bare)
  const pairs: Pair[] = []
  const middle: Pair[] = []
  for (let round = -1; round < bench.rounds; round++) {
    const reference = await save(bare.page)
    const kept = await save(ours.page)
    if (round < 0) continue
    pairs.push({ reference: percentile(reference, 95), ours: percentile(kept, 95) })
    middle.push({ reference: median(reference), ours: median(kept) })
  }
  await ours.context.close()
  await bare.context.close()
  const p50 = (side: keyof Pair): string => tell(median(middle.map((pair) => pair[side])))
  return [
    compare(pairs, {
      name: 'draft kept',
      about:
        'from Ctrl+S to the end of the strict transaction that holds op, answer and head; sent meanwhile; 4 × slower.',
      unit: 'ms p95',
      against: 'Dexie alone writing two rows of that size strictly, by the same key',
      ratioAtMost: 2,
      notes: [`p50: reference ${p50('reference')} ms, ours ${p50('ours')} ms; ${SAVES} saves a round`],
    }),
  ]
}
