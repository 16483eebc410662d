import type { Speaker, TabChannel, TabLock } from './channel.ts'

/** A tab that lives answers sooner, also one in the background. */
const ANSWER_MS = 600
/** So often a tab that waits asks whether the one that writes is still there. */
const ASK_EVERY_MS = 2_000

/**
 * The attempt's lock by word of mouth, where the browser has no locks: pages without TLS on another machine. A tab that
 * hears no answer claims it. If two have claimed it, because one slept or both asked in the same moment, the one that
 * has had it longer keeps it. The server's seq and hash hold whatever tabs believe.
 */
export function requestChannelLock(channel: TabChannel, changed: (held: boolean) => void): TabLock {
  let since = Infinity
  let told: boolean | null = null
  const set = (held: boolean): void => {
    since = held ? Math.min(since, Date.now()) : Infinity
    if (told === held) return
    told = held
    changed(held)
  }
  const isBefore = (one: Speaker): boolean =>
    one.since < since || (one.since === since && one.id < channel.id)

  channel.on('who', () => {
    if (told === true) channel.say('mine', since)
  })
  channel.on('claim', (other) => {
    if (told !== true) return
    if (isBefore(other)) set(false)
    else channel.say('claim', since)
  })
  channel.on('take', () => set(false))
  channel.on('free', () => void ask())

  let isAsking = false
  async function ask(): Promise<void> {
    if (isAsking || told === true) return
    isAsking = true
    const answered = channel.answer('mine', ANSWER_MS)
    channel.say('who')
    const isTaken = await answered
    isAsking = false
    if (isTaken) return set(false)
    set(true)
    channel.say('claim', since)
  }
  void ask()
  setInterval(() => void ask(), ASK_EVERY_MS)
  globalThis.addEventListener?.('pagehide', () => {
    if (told === true) channel.say('free')
  })
  // Back from where the browser keeps pages it has left: another tab may have it by now.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (!persisted) return
    set(false)
    void ask()
  })
  return {
    steal(): void {
      channel.say('take')
      set(true)
    },
    // Nobody hears this tab afterwards, so that nobody is told that it has the lock still.
    release(): void {
      if (told === true) channel.say('free')
      channel.close()
    },
  }
}
