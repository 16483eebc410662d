import type { Keys } from '../kit/keys.ts'
import { imageUrl } from './links.ts'

/**
 * Pictures that a statement shows within its text. Markdown names them by the address that a form names them by, without a
 * signature; whoever may read the statement is told the signed addresses beside it.
 */

const IN_TEXT = /\/files\/(images\/[\w-]{1,100}(?:\/[\w-]{1,100}){0,3}\.(?:png|jpg))/g

/** The keys of the pictures in a text, each once. */
export const pictureKeysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_TEXT)].map(([, key = '']) => key)),
]

/** Their signed addresses. */
export const pictureUrlsIn = (ctx: { keys: Keys }, text: string): string[] =>
  pictureKeysIn(text).flatMap((key) => imageUrl(ctx, key) ?? [])

/** The address of a picture as a text names it. */
export const pictureAddress = (key: string): string => `/files/${key}`

/** The text with other keys. */
export const withPictureKeys = (text: string, keyFor: (key: string) => string): string =>
  text.replaceAll(IN_TEXT, (_, key: string) => pictureAddress(keyFor(key)))
