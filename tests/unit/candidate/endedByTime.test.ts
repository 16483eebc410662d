import { expect, it } from 'vitest'
import { finishedMessage } from '#pwa/candidate/end/messages.ts'
import { endedByTime, endReasonOf } from '#pwa/candidate/end/reasons.ts'
import { formatClock } from '#pwa/candidate/format.ts'

/** The end of the time, which the feedback form and the end page give as the reason. */

const at = 1_000_000
it('is told from any other end', () => {
  const facts = { deadlineAt: at, finishedAt: at, endReason: null }
  expect(endedByTime(facts)).toBe(true)
  expect(endedByTime({ ...facts, finishedAt: at - 1 })).toBe(false)
  // A clock that went ahead: whoever pressed Finish then was not stopped by it.
  expect(endedByTime({ ...facts, finishedAt: at + 5_000 })).toBe(false)
  expect(endedByTime({ ...facts, finishedAt: null })).toBe(false)
  expect(endedByTime({ ...facts, finishedAt: null, endReason: 'Time over' })).toBe(true)
  expect(endedByTime({ ...facts, endReason: 'Finished by candidate' })).toBe(false)
})

it('stands in words where the server ended the test and nobody finished it', () => {
  expect(finishedMessage(null, at, 'Time over')).toContain('Time over: your answers are kept.')
  expect(finishedMessage(null, at, 'Connection lost')).toBe('')
  expect(finishedMessage(null, at, 'Ended by staff', at - 60_000)).toBe(
    ` It was ended at ${formatClock(at - 60_000)}.`,
  )
  expect(finishedMessage(at, at, 'Time over')).toContain('at the end of your time')
})

it('is what the server says, and what this tab noted only until then', () => {
  expect(endReasonOf('Switched window', { endReason: null })).toBe('Switched window')
  expect(endReasonOf(null, { endReason: 'Connection lost' })).toBe('Connection lost')
  // Opened again since, and finished in another tab.
  expect(endReasonOf('Switched window', { endReason: 'Finished by candidate' })).toBe('Finished by candidate')
})
