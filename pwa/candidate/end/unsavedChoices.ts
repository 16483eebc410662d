import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { TestSnapshot } from '#pwa/attempt/api.ts'
import { isAnswered, isUnsaved, savedIn, writtenInPause } from '../exam/rail/states.ts'
import { formatRanges } from '../format.ts'

/** Choices that were not saved, by the server's own rule for the end that the test came to. */

const endsOfTime: readonly (string | null)[] = [texts.timeOver, texts.connectionLost]

/**
 * At zero, and where the server closed the test, a choice that was not saved counts. Before the server named the reason
 * the finish tells it: the one at zero is made at the deadline.
 */
export function selectionCountsHere(
  end: Pick<TestSnapshot, 'endReason' | 'finishedAt' | 'deadlineAt'>,
): boolean {
  if (end.endReason !== null) return endsOfTime.includes(end.endReason)
  return end.finishedAt === null || end.finishedAt >= end.deadlineAt
}

/** Sentences on what does not count: choices that were not saved, and what was written in a pause. */
export function notCountedLines(snapshot: TestSnapshot): string[] {
  const late = writtenInPause(snapshot)
  if (selectionCountsHere(snapshot)) return late ? [late] : []
  const unsaved = (snapshot.content?.questions ?? []).flatMap((question, index) => {
    const known = snapshot.choices[question.id]
    const choice = known && { ...known, saved: savedIn(known) }
    return isUnsaved(question, choice) ? [{ number: index + 1, hasSaved: isAnswered(choice) }] : []
  })
  return [
    lineOf(
      unsaved.filter(({ hasSaved }) => !hasSaved).map(({ number }) => number),
      false,
    ),
    lineOf(
      unsaved.filter(({ hasSaved }) => hasSaved).map(({ number }) => number),
      true,
    ),
    late,
  ].filter(Boolean)
}

function lineOf(numbers: readonly number[], hasSaved: boolean): string {
  if (numbers.length === 0) return ''
  const one = numbers.length === 1
  const which = `${one ? 'MCQ' : 'MCQs'} ${formatRanges(numbers)}: ${plural(numbers.length, 'choice')} not saved.`
  const so = one ? 'It does not count' : 'They do not count'
  return `${which} ${so}${hasSaved ? '; what was saved before it does' : ''}.`
}
