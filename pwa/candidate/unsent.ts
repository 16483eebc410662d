import { UNSENT_PREFIX } from '#pwa/attempt/storageKeys.ts'
import { readText, writeText } from './stored.ts'

/**
 * Text typed into a form that is not sent yet, in this tab's session alone: it outlives a reload, and goes with the
 * tab, with the sending, or when the device forgets the test. Answers do not live here; they are in the device's log.
 */
export type Form = 'details' | 'feedback'

const keyOf = (form: Form, of: string): string => `${UNSENT_PREFIX}${form}.${of}`

/** @param of whose form it is: nobody else's is read back */
export function readUnsent(form: Form, of: string | number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readText(keyOf(form, String(of)), 'session') ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** @param value null once it was sent */
export const writeUnsent = (form: Form, of: string | number, value: object | null): void =>
  writeText(keyOf(form, String(of)), value === null ? null : JSON.stringify(value), 'session')
