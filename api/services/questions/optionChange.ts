import { consoleTexts } from '#contract/consoleTexts.ts'
import { type OptionForm, optionsError } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import type { QuestionKind } from '#contract/questionKinds.ts'
import type { OptionRow } from '#db/queries/questions.ts'
import { invalidAt, notFound } from '../../kit/errors.ts'

/** The options of a question after a change, decided before anything is written. */

export interface NextOption {
  /** null: a new one. */
  id: number | null
  description: string
  is_answer: boolean
  image_key: string | null
}
export interface OptionChange {
  /** The options that stand afterwards, in their order: those there were, then new ones. */
  after: NextOption[]
  /** Ids of those taken away. */
  removed: number[]
}

/**
 * Options that are not named stay as they are; one that is new and destroyed at once was never there.
 * @param keys the pictures of the entries, by their place: undefined where the picture stays
 * @throws DomainError not_found for an option of another question; invalid where the rules of options are broken by what
 * stands afterwards
 */
export function optionChange(
  stored: readonly OptionRow[],
  entries: readonly OptionForm[],
  keys: readonly (string | null | undefined)[],
  kind: QuestionKind,
): OptionChange {
  const standing = stored.filter((option) => option.deleted_at === null)
  const known = new Map(stored.map((option) => [option.id, option]))
  const next = new Map<number, NextOption>(
    standing.map(({ id, description, is_answer, image_key }) => [
      id,
      { id, description, is_answer, image_key },
    ]),
  )
  const added: NextOption[] = []
  const removed: number[] = []
  entries.forEach((entry, index) => {
    const row = entry.id === undefined ? undefined : known.get(entry.id)
    if (entry.id !== undefined && !row) throw notFound('The option')
    if (entry._destroy === true) {
      if (row && next.delete(row.id)) removed.push(row.id)
      return
    }
    if (row && row.deleted_at !== null) throw notFound('The option')
    const key = keys[index]
    const option: NextOption = {
      id: row?.id ?? null,
      description: entry.description ?? '',
      is_answer: entry.is_answer,
      image_key: key === undefined ? (row?.image_key ?? null) : key,
    }
    if (option.description === '' && option.image_key === null)
      throw invalidAt(
        `options_attributes.${index}.description`,
        `${consoleTexts.emptyOption} ${letterOf(index)}`,
      )
    if (row) next.set(row.id, option)
    else added.push(option)
  })
  const after = [...next.values(), ...added]
  const error = optionsError(after, kind)
  if (error !== null) throw invalidAt('options_attributes', error)
  return { after, removed }
}
