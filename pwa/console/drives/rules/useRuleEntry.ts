import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { ruleDescription } from '#contract/forms/organization.ts'
import type { RuleView } from '#contract/views/drive.ts'
import { isDuplicateRule } from '#machines/drive/rules.ts'
import { useKeptState } from '../../kit/drafts/useKeptState.ts'
import { currentOf } from '../../kit/form/fieldErrors.ts'
import type { useRules } from './useRules.ts'

interface Typed {
  text: string
  editedId: number | null
  /** The rule's text when the change began. */
  was?: string
}
const nothing: Typed = { text: '', editedId: null }

/**
 * The text typed for a rule until it stands in the list: a new one, or the change of one.
 * @param draft name under which the text is kept
 */
export function useRuleEntry({ rules = [], add, update }: ReturnType<typeof useRules>, draft: string) {
  const { value: typed, set: setTyped } = useKeptState(draft, nothing)
  const { text } = typed
  const editing = rules.find(({ id }) => id === typed.editedId) ?? null
  const [error, setError] = useState<string>()
  const isBusy = add.isPending || update.isPending

  const reset = () => {
    setTyped(nothing)
    setError(undefined)
  }
  const refuse = (words: string | undefined): false => {
    setError(words)
    return false
  }
  /** Saves what is typed; an error stands at the field. Gives whether the list has it now. */
  const submit = async (): Promise<boolean> => {
    if (isBusy) return false
    const parsed = ruleDescription.safeParse(text)
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message)
    const others = rules.filter((rule) => rule.id !== editing?.id).map((rule) => rule.description)
    if (isDuplicateRule(parsed.data, others)) return refuse(consoleTexts.duplicateRule)
    try {
      if (editing)
        await update.mutateAsync({
          id: editing.id,
          description: parsed.data,
          ...(typed.was !== undefined && { was: typed.was }),
        })
      else await add.mutateAsync(parsed.data)
    } catch (refusal) {
      // In words it was told already; a change that somebody else made meanwhile is measured against next time.
      const was = currentOf<string>(refusal)
      if (was !== null && refusal instanceof Error) {
        setTyped((old) => ({ ...old, was }))
        setError(refusal.message)
      }
      return false
    }
    reset()
    return true
  }
  const isUntouched = editing ? text === editing.description : text.trim() === ''
  return {
    text,
    error,
    editing,
    isBusy,
    type: (to: string) => {
      setTyped((old) => ({ ...old, text: to }))
      setError(undefined)
    },
    edit: (rule: RuleView) => {
      setTyped({ text: rule.description, editedId: rule.id, was: rule.description })
      setError(undefined)
    },
    reset,
    submit,
    /** Before the page is left with its own button: what is typed is saved first. Gives whether nothing is left. */
    finish: (): Promise<boolean> => (isUntouched ? Promise.resolve(true) : submit()),
  }
}
export type RuleEntry = ReturnType<typeof useRuleEntry>
