import { engineLanguage, type LanguageId } from '#runtimes/languages.ts'

/** A language whose engine runs in a browser as it does on the server. */
export type DeviceLanguage = LanguageId

/** The device's engine for a language's mode; null where only the server runs it. */
export const deviceLanguage = (mode: string): DeviceLanguage | null => engineLanguage(mode)?.id ?? null

/** The languages of a test that can be run on the device, each once. */
export function deviceLanguagesOf(languages: readonly { mode: string }[]): DeviceLanguage[] {
  const found = languages.map(({ mode }) => deviceLanguage(mode)).filter((id) => id !== null)
  return [...new Set(found)]
}
