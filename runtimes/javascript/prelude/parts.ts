import { ABORT_PART } from './abort.ts'
import { BUFFER_PART } from './buffer.ts'
import { CLONE_PART } from './clone.ts'
import { DATES_PART } from './dates.ts'
import { EQUAL_PART } from './equal.ts'
import { JSON_PART } from './json.ts'
import { NUMBERS_PART } from './numbers.ts'
import { PATH_PART } from './path.ts'
import { TABLE_PART } from './table.ts'
import { URL_PART } from './url.ts'
import { UTIL_PART } from './util.ts'
import { WORDS_PART } from './words.ts'

/**
 * The prelude reads these only when a program asks for them: most ask for none, and every program would wait for the reading.
 * Each evaluates to a function of the prelude's kit.
 */
export const PARTS: Readonly<Record<string, string>> = {
  abort: ABORT_PART,
  buffer: BUFFER_PART,
  clone: CLONE_PART,
  dates: DATES_PART,
  equal: EQUAL_PART,
  json: JSON_PART,
  numbers: NUMBERS_PART,
  path: PATH_PART,
  table: TABLE_PART,
  url: URL_PART,
  util: UTIL_PART,
  words: WORDS_PART,
}
