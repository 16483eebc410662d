import type { FormEvent } from 'react'
import type { z } from 'zod'
import type { FieldProps } from '#pwa/ui/field/field.ts'
import { type BegunWith, useKeptState } from '../drafts/useKeptState.ts'
import { type IdempotentRequest, useIdempotentRequest } from '../http/idempotentRequest.ts'
import { type FieldErrors, fieldErrorsOf, focusField, refusedFields } from './fieldErrors.ts'
import { useFormState } from './useFormState.ts'

interface Options<V extends object, S extends z.ZodType, B, R> {
  initial: V
  /** The contract's own schema: what the form takes, the call takes. */
  schema: S
  /** The errors that the schema cannot know, by field, because they depend on what the server has. */
  check?: (values: V) => FieldErrors
  /** Name under which what is typed is kept until it was sent or given up; without one it is not. */
  draft?: string
  /** The record that the form changes; a draft is measured against its own. */
  stored?: BegunWith<V, B>
  /** The record as somebody else saved it, where that is why it was refused; such a form asks which of the two it shall be. */
  theirsOf?: (error: unknown) => R | null
  /**
   * May throw a CallError: its sentences go to their fields, the rest above the button.
   * @param idempotentRequest asks for what must not be done twice, with a key that is kept with the draft
   */
  onSubmit: (
    parsed: z.output<S>,
    values: V,
    idempotentRequest: IdempotentRequest,
  ) => Promise<unknown> | unknown
}

/**
 * A form's state. A field is judged once it was left or the form was sent, and from then on with every change; sending
 * shows all errors together and puts the focus on the first. A refusal by the server stands at its field until the
 * field changes. Nothing typed is ever dropped by a refusal.
 */
export function useForm<V extends object, S extends z.ZodType, B = null, R extends object = never>({
  initial,
  schema,
  check,
  draft,
  stored,
  theirsOf,
  onSubmit,
}: Options<V, S, B, R>) {
  const { value: values, set: setValues, forget, openCall } = useKeptState(draft ?? null, initial, stored)
  const idempotentRequest = useIdempotentRequest(openCall)
  const names = Object.keys(values)
  const state = useFormState<V, R>({
    values,
    setValues,
    errorsOf: (typed) => ({ ...check?.(typed), ...fieldErrorsOf(schema, typed) }),
    refusalOf: (error) => refusedFields(error, names),
    ...(theirsOf && { theirsOf }),
  })
  const { errors, own, touch, refusal, isBusy, theirs, closeConflict } = state
  const set = <K extends keyof V & string>(name: K, value: V[K]): void => state.change(name, () => value)

  /** @returns whether it was sent and taken */
  async function submit(event?: FormEvent): Promise<boolean> {
    event?.preventDefault()
    const form = event?.currentTarget instanceof HTMLFormElement ? event.currentTarget : null
    const parsed = schema.safeParse(values)
    if (!state.check() || !parsed.success) {
      focusField(form, firstOf(own, names))
      return false
    }
    const isTaken = await state.save(
      async () => {
        await onSubmit(parsed.data, values, idempotentRequest)
        return true
      },
      (refused) => focusField(form, firstOf(refused.errors, names)),
    )
    if (isTaken) forget()
    return isTaken === true
  }

  return {
    values,
    set,
    errorOf: (name: string): string | undefined => errors[name],
    /** A part of the form that `bind` does not know was left: from now on it is judged. */
    touch,
    submit,
    isBusy,
    isDirty: JSON.stringify(values) !== JSON.stringify(initial),
    isValid: Object.keys(own).length === 0,
    /** The server's refusal that belongs to no field. */
    refusal,
    /** The record that somebody else saved, until one of the two is chosen. */
    theirs,
    closeConflict,
    /** Begins anew, as when another record is opened. */
    reset: (to: V = initial): void => state.begin(to),
    /** Leaves the form: nothing of what was typed is kept. */
    giveUp(then: () => void): void {
      forget()
      then()
    },
    /** The props that a text field needs. */
    bind: (name: { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string): FieldProps => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: (value) => set(name, value as V[typeof name]),
      onTouched: () => {
        if (values[name] !== '') touch(name)
      },
    }),
  }
}

/** The first field with an error in the form's order; of one with parts the first of them. */
function firstOf(errors: FieldErrors, names: readonly string[]): string | undefined {
  const fields = Object.keys(errors)
  for (const name of names) {
    const part = fields.find((field) => field.startsWith(`${name}.`))
    if (part ?? errors[name]) return part ?? name
  }
  return undefined
}
