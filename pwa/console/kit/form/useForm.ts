import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { FieldProps } from '#pwa/ui/field/field.ts'
import { type BegunWith, useKeptState } from '../drafts/useKeptState.ts'
import { type IdempotentRequest, useIdempotentRequest } from '../http/idempotentRequest.ts'
import { type FieldErrors, fieldErrorsOf, refusedFields } from './fieldErrors.ts'
import { useSending } from './useSending.ts'

interface Options<V extends object, S extends z.ZodType, B> {
  initial: V
  /** The contract's own schema: what the form takes, the call takes. */
  schema: S
  /** The errors that the schema cannot know, by field, because they depend on what the server has. */
  check?: (values: V) => FieldErrors
  /** Name under which what is typed is kept until it was sent or given up; without one it is not. */
  draft?: string
  /** The record that the form changes; a draft is measured against its own. */
  stored?: BegunWith<V, B>
  /**
   * May throw a CallError: its sentences go to their fields, the rest above the button. False: it is not done yet.
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
export function useForm<V extends object, S extends z.ZodType, B = null>({
  initial,
  schema,
  check,
  draft,
  stored,
  onSubmit,
}: Options<V, S, B>) {
  const { value: values, set: setValues, forget, openCall } = useKeptState(draft ?? null, initial, stored)
  const idempotentRequest = useIdempotentRequest(openCall)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSent, setSent] = useState(false)
  const { isBusy, served, changed, clear, send } = useSending()
  const errors = { ...check?.(values), ...fieldErrorsOf(schema, values) }
  const names = Object.keys(values)

  const errorOf = (name: string): string | undefined =>
    (isSent || touched.has(name) ? errors[name] : undefined) ?? served.errors[name]

  const set = <K extends keyof V & string>(name: K, value: V[K]): void => {
    setValues((old) => ({ ...old, [name]: value }))
    changed([name])
  }

  const touch = (name: string): void => setTouched((old) => new Set(old).add(name))

  async function submit(event?: FormEvent): Promise<boolean> {
    event?.preventDefault()
    const form = event?.currentTarget instanceof HTMLFormElement ? event.currentTarget : null
    setSent(true)
    const parsed = schema.safeParse(values)
    if (!parsed.success || Object.keys(errors).length > 0) {
      focusField(form, firstOf(errors, names))
      return false
    }
    const call = async () => (await onSubmit(parsed.data, values, idempotentRequest)) !== false
    const done = await send(call, (error) => {
      const refusal = refusedFields(error, names)
      focusField(form, firstOf(refusal.errors, names))
      return refusal
    })
    if (done) forget()
    return done === true
  }

  return {
    values,
    set,
    errorOf,
    /** A part of the form that `bind` does not know was left: from now on it is judged. */
    touch,
    submit,
    isBusy,
    isDirty: JSON.stringify(values) !== JSON.stringify(initial),
    isValid: Object.keys(errors).length === 0,
    /** The server's refusal that belongs to no field. */
    refusal: served.rest || undefined,
    /** Begins anew, as when another record is opened. */
    reset(to: V = initial): void {
      setValues(to)
      setTouched(new Set())
      setSent(false)
      clear()
    },
    /** Leaves the form: nothing of what was typed is kept. */
    giveUp(then: () => void): void {
      forget()
      then()
    },
    /** The props that a text field needs. */
    bind: (name: { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string): FieldProps => ({
      name,
      value: values[name] as string,
      error: errorOf(name),
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

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  if (name === undefined) return
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus()
}
