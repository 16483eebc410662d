import { randomText } from '../random.ts'

/** The words between the tabs of one browser profile that have a test open. */
type Word = 'who' | 'mine' | 'claim' | 'take' | 'free' | 'give' | 'given' | 'renewed'

/** Who said it. */
export interface Speaker {
  id: string
  /** Since when that tab has the test, in milliseconds of the device's clock; Infinity where it has it not. */
  since: number
}

export interface TabChannel {
  /** This tab's own, to settle who comes first. */
  readonly id: string
  say(word: Word, since?: number): void
  on(word: Word, heard: (speaker: Speaker) => void): void
  /** Whether another tab answers with `word` before the time is over. */
  answer(word: Word, withinMs: number): Promise<boolean>
  close(): void
}

/**
 * One tab of a browser profile writes and sends: the holder of the attempt's lock. Safety rests on the server's seq and
 * hash; the lock spares people the confusion.
 */
export interface TabLock {
  /** Takes the lock from the tab that has it. */
  steal(): void
  /** This tab is done with the test, though it stays open: whoever waits may have the lock. It is told nothing more. */
  release(): void
}

/** @param name of the attempt's lock: tests do not hear each other */
export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  const id = randomText(9)
  let isClosed = false
  const on = (word: Word, heard: (speaker: Speaker) => void): (() => void) => {
    const listener = ({ data }: MessageEvent<Speaker & { word: Word }>): void => {
      if (data.word === word) heard(data)
    }
    channel.addEventListener('message', listener)
    return () => channel.removeEventListener('message', listener)
  }
  return {
    id,
    say(word, since = Infinity) {
      if (!isClosed) channel.postMessage({ word, id, since })
    },
    on,
    answer: (word, withinMs) =>
      new Promise((resolve) => {
        const end = (came: boolean) => {
          clearTimeout(timer)
          stop()
          resolve(came)
        }
        const timer = setTimeout(() => end(false), withinMs)
        const stop = on(word, () => end(true))
      }),
    close() {
      isClosed = true
      channel.close()
    },
  }
}

/** Tells the tabs that have the test open that its row in the storage says something else: a new token, another lease. */
export function sayRenewed(name: string): void {
  const tabs = openTabChannel(name)
  tabs.say('renewed')
  tabs.close()
}
