import { readFileSync } from 'node:fs'
import type { Browser, CDPSession } from 'playwright'
import { expect } from 'playwright/test'
import { editorOf, expectAllSaved } from '../../e2e/support/candidate.ts'
import { type Figure, tell } from '../figures.ts'
import { beginWithProgram } from './begun.ts'
import { type Bench, openBrowser } from './bench.ts'
import { compare } from './compare.ts'
import { freshDevice } from './device.ts'
import { TYPED } from './program.ts'

const KEYS = 36_000
const DRAFTS = 720
const KEYS_A_DRAFT = KEYS / DRAFTS
/** The text is removed again this often, because a program grows to a few hundred lines, not to thousands. */
const DRAFTS_A_PROGRAM = 60

interface Weight {
  /** Private memory of the page's process, as the browser's task manager tells it; MB. */
  process: number
  /** The part that the page's JavaScript holds. */
  heap: number
  nodes: number
}

/** One candidate's hour at the editor in as little time as it takes, in a browser of its own. */
export async function benchHour(bench: Bench): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const { page, cdp } = await freshDevice(browser)
    await beginWithProgram(page, bench.nextLink())
    const before = await weigh(browser, cdp)
    await editorOf(page).click()
    for (let draft = 0; draft < DRAFTS; draft++) {
      if (draft % DRAFTS_A_PROGRAM === 0) await page.keyboard.press('Control+a')
      await typeLine(cdp)
      await page.keyboard.press('Control+s')
    }
    await expectAllSaved(page, 60_000)
    const after = await weigh(browser, cdp)
    return [
      compare([{ reference: before.process, ours: after.process }], {
        name: 'hour',
        about: `memory of the page's process after ${KEYS.toLocaleString('en')} keys and ${DRAFTS} drafts, its garbage collected.`,
        unit: 'MB',
        against: 'the same page when its test had just begun',
        atMost: 120,
        notes: [
          `of that JavaScript's: ${tell(before.heap)} MB before, ${tell(after.heap)} MB after; nodes ${before.nodes} and ${after.nodes}`,
        ],
      }),
    ]
  } finally {
    await browser.close()
  }
}

/** Real key presses, handed over fifty at a time: waiting for each would take the hour that is left out. */
async function typeLine(cdp: CDPSession): Promise<void> {
  const keys = [...TYPED.repeat(2).slice(0, KEYS_A_DRAFT - 1)].map((text) => ({ key: text, text }))
  const presses = [...keys, { key: 'Enter', text: '\r' }].flatMap((press) => [
    cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: press.key }),
  ])
  await Promise.all(presses)
}

async function weigh(browser: Browser, cdp: CDPSession): Promise<Weight> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes } = await cdp.send('Memory.getDOMCounters')
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateOf(id))
  expect(renderers.length).toBeGreaterThan(0)
  // One page is open: the other processes of this kind are spare ones that wait for the next.
  return { process: Math.max(...renderers), heap: usedSize / 2 ** 20, nodes }
}

/** Anonymous memory of a process, in MB, swapped out or not. */
function privateOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return (kilobytes('RssAnon') + kilobytes('VmSwap')) / 1024
}
