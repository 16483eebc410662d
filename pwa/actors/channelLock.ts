import type { TabChannel, TabLock } from './tabChannel.ts'

/** A tab that lives answers sooner, also one in the background. */
const ANSWER_MS = 600
/** So often a tab that waits asks whether the one that writes is still there. */
const ASK_EVERY_MS = 2_000

/**
 * The attempt's lock by word of mouth, where the browser has no locks: pages without TLS on another machine. Whoever
 * hears no answer has it. Two tabs that open in the same moment may both believe so until one of them asks again; the
 * server's seq and hash hold whatever they believe.
 */
export function requestChannelLock(channel: TabChannel, changed: (held: boolean) => void): TabLock {
  let held: boolean | null = null
  const set = (to: boolean): void => {
    if (held === to) return
    held = to
    changed(to)
  }
  channel.on('who', () => {
    if (held === true) channel.say('mine')
  })
  // Another tab took it, or believed to have it as well: the one that spoke last has it.
  channel.on('mine', () => set(false))
  channel.on('free', () => void ask())
  let asking = false
  async function ask(): Promise<void> {
    if (asking || held === true) return
    asking = true
    const answered = channel.answer('mine', ANSWER_MS)
    channel.say('who')
    const isTaken = await answered
    asking = false
    if (isTaken) return set(false)
    channel.say('mine')
    set(true)
  }
  void ask()
  setInterval(() => void ask(), ASK_EVERY_MS)
  globalThis.addEventListener?.('pagehide', () => {
    if (held === true) channel.say('free')
  })
  return {
    steal(): void {
      channel.say('mine')
      set(true)
    },
  }
}
