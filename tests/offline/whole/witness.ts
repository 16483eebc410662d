import type { SyncRequest } from '#contract/sync.ts'

/** One call of a candidate's browser that the server answered, or may have answered without being heard. */
export interface Call {
  at: number
  /** A sync that was answered is contact for certain; whatever else was asked may be. */
  isContact: boolean
  /** The announcement of a sync: its lease, and up to where that device had written. */
  lease: string | null
  upTo: number
}

/** A stretch without service. The last note before it may have gone with the power: then it began at either time. */
export interface Away {
  from: readonly [number, number]
  to: number
}

/** The times of what happened, as the hall saw it: nothing of it is read from the server. */
export class Witness {
  readonly now: () => number
  /** When the server gave out each proof of its time. */
  readonly anchors = new Map<string, number>()
  readonly calls = new Map<string, Call[]>()
  /** Minutes that staff asked for, whether the answer was heard or not. */
  readonly minutes: { ref: string; at: number; minutes: number }[] = []
  readonly away: Away[] = []
  #alive: readonly [number, number]

  constructor(now: () => number) {
    this.now = now
    this.#alive = [now(), now()]
  }

  /** The server was opened: it knows since when it was away. */
  opened(): void {
    const now = this.now()
    if (this.#alive[0] < now) this.away.push({ from: this.#alive, to: now })
    this.#alive = [now, now]
  }

  /** The server wrote down that it serves. @param isSafe the power was still there when it had */
  served(isSafe: boolean): void {
    const now = this.now()
    this.#alive = isSafe ? [now, now] : [this.#alive[0], now]
  }

  asked(ref: string): Call {
    const call = { at: this.now(), isContact: false, lease: null, upTo: 0 }
    this.calls.set(ref, [...(this.calls.get(ref) ?? []), call])
    return call
  }

  /** @param isHeard the answer came, and says that it was taken */
  synced(ref: string, { lease_id, tail_seq }: SyncRequest, isHeard: boolean): void {
    Object.assign(this.asked(ref), { isContact: isHeard, lease: lease_id, upTo: tail_seq })
  }

  proven(anchor: string): void {
    this.anchors.set(anchor, this.now())
  }
}
