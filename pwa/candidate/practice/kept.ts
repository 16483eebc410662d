import { type EngineLanguage, LANGUAGES } from '#runtimes/languages.ts'
import { readStoredJson, readText, writeText } from '../stored.ts'
import { question } from './content.ts'

/** Apart from the keys of a test: it belongs to none. */
const KEY = 'holdfast.practice'

/** What was done in the practice: on this device alone, until the practice is left. */
export interface Practice {
  language: EngineLanguage
  /** By language. */
  code: Record<string, string>
  selected: number[]
}

/** As it was kept; whatever is missing or strange there begins anew. */
export function readKept(): Practice {
  const { language, code, selected } = readStoredJson(KEY)
  const known = typeof code === 'object' && code !== null ? Object.entries(code) : []
  const options = question.options.map(({ id }) => id)
  return {
    language: LANGUAGES.find(({ id }) => id === language) ?? LANGUAGES[0],
    code: Object.fromEntries(known.filter(([, text]) => typeof text === 'string')),
    selected: Array.isArray(selected) ? options.filter((id) => selected.includes(id)) : [],
  }
}

/** @returns whether it is on the device now */
export function keep({ language, code, selected }: Practice): boolean {
  const text = JSON.stringify({ language: language.id, code, selected })
  writeText(KEY, text)
  return readText(KEY) === text
}

export const forget = (): void => writeText(KEY, null)
