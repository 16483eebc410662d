import type { z } from 'zod'
import { CallError } from '#pwa/http/call.ts'

export type FieldErrors = Readonly<Record<string, string>>

/** The first error of each field, by its name; of a list by the list's name as well. */
export function fieldErrorsOf(schema: z.ZodType, values: unknown): FieldErrors {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String)
    for (const name of new Set([path.join('.'), path[0] ?? ''])) errors[name] ??= issue.message
  }
  return errors
}

/** A server's refusal. */
export interface Refused {
  errors: FieldErrors
  /** The sentences that belong to no field, one a line. */
  rest: string
}

/** The words of a server's refusal: those on the fields the form has, and all others. */
export function refusedFields(error: unknown, names: readonly string[]): Refused {
  const told = error instanceof CallError ? Object.entries(error.errors) : []
  const errors: Record<string, string> = {}
  const rest: string[] = []
  for (const [field, sentences] of told) {
    const name = names.find((one) => field === one || field.startsWith(`${one}.`))
    if (name) for (const one of new Set([name, field])) errors[one] ??= sentences[0] ?? ''
    else rest.push(...sentences)
  }
  if (told.length === 0) rest.push(error instanceof Error ? error.message : String(error))
  return { errors, rest: rest.join('\n') }
}

/** Without what was said of these fields, or of a part of one: of 'counts' also 'counts.easy'. */
export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) => !names.some((name) => field === name || field.startsWith(`${name}.`)),
    ),
  )

/** The record as somebody else saved it meanwhile, where that is why a change was refused. */
export const currentOf = <R>(error: unknown): R | null =>
  error instanceof CallError && error.code === 'conflict' ? ((error.details.current as R) ?? null) : null

/** Who saved a record, and when. */
export interface Saved {
  user_id: number | null
  name: string
  at: string
}

/** The same of a large record, with who saved it and when. */
export function theirsOf<R extends object>(error: unknown): R | null {
  const current = currentOf<R>(error)
  return current && error instanceof CallError ? { ...current, saved: error.details.saved } : null
}

/** The same of a record that is one text. */
export interface TheirText {
  text: string
  saved: Saved | undefined
}

export function theirTextOf(error: unknown): TheirText | null {
  const text = currentOf<string>(error)
  return text !== null && error instanceof CallError
    ? { text, saved: error.details.saved as Saved | undefined }
    : null
}

/** Who saved such a record; nothing where the audit log does not know it. */
export const savedOf = (theirs: object | null): Saved | undefined =>
  (theirs as { saved?: Saved } | null)?.saved

/** Puts the focus on a field, or on the first part of it, once what is wrong stands there. */
export function focusField(within: HTMLElement | null, name: string | undefined): void {
  if (name === undefined) return
  requestAnimationFrame(() => {
    within?.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`)?.focus()
  })
}
