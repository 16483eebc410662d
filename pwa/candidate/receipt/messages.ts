import { plural } from '#contract/plural.ts'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { formatDateTime } from '../format.ts'

export interface ReceiptMessage {
  tone: 'ok' | 'warn' | 'bad'
  title: string
  /** Its meaning, a paragraph each. */
  lines: string[]
}

const changes = (n: number): string => plural(n, 'change')

/** The outcome of a check, for whoever handed the receipt in. */
export function messageOfCheck({ outcome, checkable_by, ...found }: ReceiptCheck): ReceiptMessage {
  const {
    time,
    changes: all,
    held,
    later,
    is_ended,
  } = { ...found, held: found.held ?? 0, later: found.later ?? 0 }
  if (outcome === 'unknown')
    return {
      tone: 'warn',
      title: 'No receipt with this code',
      lines: [
        'Check the code for a typing mistake; it has twelve letters and digits.',
        'A code is also unknown once its test was deleted, and codes from before receipts could be checked cannot be found. If you saved the receipt as a file, check the file.',
      ],
    }
  if (outcome === 'foreign')
    return {
      tone: 'bad',
      title: 'This server did not make this receipt',
      lines: ['It was changed since it was made, or another installation made it.'],
    }
  const count = all ?? 0
  const since = time === null ? '' : ` on ${formatDateTime(new Date(time))}, your time,`
  const made = `This server confirmed${since} that it had ${count === 0 ? 'the start of the test' : count === 1 ? 'the first change of the test' : `the first ${changes(count)} of the test`}.`
  const by =
    checkable_by === 'anybody'
      ? 'It is signed: anybody can check it with this server’s public key, without the server.'
      : 'It is from a running test, so only this server can check it. The receipt of the end can be checked by anybody.'
  if (outcome === 'held') {
    const rest =
      later === 0
        ? ''
        : later === 1
          ? ' One more change came after the receipt was made: it says nothing of that one.'
          : ` ${later} more changes came after the receipt was made: it says nothing of those.`
    const end = is_ended ? ' The test has ended.' : ' The test has not ended yet.'
    return {
      tone: 'ok',
      title: 'This receipt is genuine, and the server has everything it speaks of',
      lines: [made, `All of it is there, unchanged.${rest}${end}`, by],
    }
  }
  if (outcome === 'missing')
    return {
      tone: 'bad',
      title: 'This receipt is genuine, but the server does not have everything it speaks of',
      lines: [
        made,
        held === 0
          ? 'None of it is there now: the test was deleted, or the server was set up again from an older copy.'
          : `Only the first ${changes(held)} ${held === 1 ? 'is' : 'are'} there now: the server was set up again from an older copy. If you still have the browser you took the test in, open your link in it.`,
        by,
      ],
    }
  return {
    tone: 'bad',
    title: 'This receipt is genuine, but the record on the server is a different one',
    lines: [
      made,
      'What stands there was changed since. Show this receipt to the people who run the test.',
      by,
    ],
  }
}
