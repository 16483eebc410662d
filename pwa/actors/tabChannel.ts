/** What the tabs of one browser profile that have a test open say to each other. */
type Word = 'who' | 'mine' | 'free' | 'give' | 'given'

export interface TabChannel {
  say(word: Word): void
  on(word: Word, heard: () => void): void
  /** Whether another tab answers with `word` before the time is over. */
  answer(word: Word, withinMs: number): Promise<boolean>
  close(): void
}

/**
 * One tab of a browser profile writes and sends: the holder of the attempt's Web Lock. Safety rests on the server's seq
 * and hash; the lock spares people the confusion.
 */
export interface TabLock {
  /** Takes the lock from the tab that has it. */
  steal(): void
}

/** @param name of the attempt's lock: tests do not hear each other */
export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  let isClosed = false
  const on = (word: Word, heard: () => void): (() => void) => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (data === word) heard()
    }
    channel.addEventListener('message', listener)
    return () => channel.removeEventListener('message', listener)
  }
  return {
    say(word) {
      if (!isClosed) channel.postMessage(word)
    },
    close() {
      isClosed = true
      channel.close()
    },
    on,
    answer: (word, withinMs) =>
      new Promise((resolve) => {
        const end = (came: boolean) => () => {
          clearTimeout(timer)
          stop()
          resolve(came)
        }
        const timer = setTimeout(() => end(false)(), withinMs)
        const stop = on(word, () => end(true)())
      }),
  }
}
