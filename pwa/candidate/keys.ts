/** Which keys the specification blocks, and where (the specification, candidate side, sections 2 and 6). Pure, on the event's own facts. */
export type KeyFacts = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isCommand = (event: KeyFacts): boolean => (event.ctrlKey || event.metaKey) && !event.altKey

/**
 * The Latin letter of a shortcut. If the layout writes another script, browsers go by the key's place, so that
 * Ctrl+Shift+Ш opens what Ctrl+Shift+I does; if it writes Latin letters, they go by the letter, wherever its key is.
 */
export function keyLetter({ key, code }: Pick<KeyFacts, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase()
}

/** F12, Ctrl+Shift+I, Ctrl+Shift+J, Ctrl+U. */
export function isDevToolsKey(event: KeyFacts): boolean {
  if (event.key === 'F12') return true
  if (!isCommand(event)) return false
  return event.shiftKey ? ['i', 'j'].includes(keyLetter(event)) : keyLetter(event) === 'u'
}

/** The target of a key press: the editor keeps Escape and has its own rules for the clipboard. */
export type KeyTarget = 'editor' | 'elsewhere'

const blockedAlone = new Set(['F5', 'F11', 'F12', 'Escape'])
const clipboard = ['c', 'v']
const blockedWithCommand = new Set([...clipboard, 's', 'u'])

/** Whether it is one of the blocked keys that copy and paste; cutting is not among them. */
export const isClipboardKey = (event: KeyFacts): boolean =>
  isCommand(event) && !event.shiftKey && clipboard.includes(keyLetter(event))

export function isBlockedKey(event: KeyFacts, target: KeyTarget): boolean {
  if (blockedAlone.has(event.key)) return !(target === 'editor' && event.key === 'Escape')
  if (isDevToolsKey(event)) return true
  if (!isCommand(event) || event.shiftKey || !blockedWithCommand.has(keyLetter(event))) return false
  return !(target === 'editor' && isClipboardKey(event))
}

/** Only the first press of keys held down tries to copy. */
export const isCopyPress = (event: KeyFacts & Pick<KeyboardEvent, 'repeat'>): boolean =>
  !event.repeat && isCommand(event) && keyLetter(event) === 'c' && !event.shiftKey
