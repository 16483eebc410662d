import { Semaphore } from '../../kit/semaphore.ts'
import type { ExecutionLogger } from '../results.ts'
import { EngineChild } from './engine-child.ts'
import type { EngineFiles } from './protocol.ts'

export interface PoolOptions {
  slots: number
  workerPath: string
  files: EngineFiles
  /** A child whose resident size is above this after a run is replaced. */
  recycleAboveBytes: number
  /** A child is replaced after this many runs, whatever its size. */
  recycleAfterRuns: number
  logger: ExecutionLogger
}

export interface Lease {
  child: EngineChild
  /** Gives the place back; the child too, once it is idle, unless it is dead or due to be replaced. */
  release(reusable: boolean): void
}

/**
 * `slots` cases run at once; one child more than that is kept warm, so that a killed one is replaced without a
 * wait. Children are started when the first case comes (or `warm` is called), not before.
 */
export class EnginePool {
  private readonly options: PoolOptions
  private readonly places: Semaphore
  private readonly children = new Set<EngineChild>()
  private readonly free: EngineChild[] = []
  private readonly runs = new WeakMap<EngineChild, number>()
  private wanted: ((child: EngineChild | Error) => void)[] = []
  private closed = false
  private starting = 0
  private rightsLogged = false

  constructor(options: PoolOptions) {
    this.options = options
    this.places = new Semaphore(options.slots)
  }

  /** Starts the children and resolves when the first is ready. Rejects when it cannot start. */
  async warm(): Promise<void> {
    if (this.free.length > 0) return
    this.putBack(await this.nextFree())
  }

  /** Waits for a place and a child. Rejects when no child can be started, or with the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<Lease> {
    const leave = await this.places.acquire(signal)
    try {
      const child = this.free.shift() ?? (await this.nextFree())
      child.hold(true)
      return { child, release: (reusable) => void this.settle(child, reusable, leave) }
    } catch (error) {
      leave()
      throw error
    }
  }

  async close(): Promise<void> {
    this.closed = true
    const reason = new Error('the engine is closed')
    this.places.rejectAll(reason)
    for (const waiter of this.wanted.splice(0)) waiter(reason)
    const all = [...this.children]
    for (const child of all) {
      // Somebody waits for their end: this process stays until then.
      child.hold(true)
      child.kill()
    }
    await Promise.all(all.map((child) => child.exited))
  }

  private async settle(child: EngineChild, reusable: boolean, leave: () => void): Promise<void> {
    const residentBytes = reusable ? await child.idle() : undefined
    const runs = (this.runs.get(child) ?? 0) + 1
    this.runs.set(child, runs)
    const worn =
      runs >= this.options.recycleAfterRuns || (residentBytes ?? 0) > this.options.recycleAboveBytes
    if (residentBytes === undefined || worn) this.discard(child)
    else this.putBack(child)
    leave()
  }

  private putBack(child: EngineChild): void {
    const waiter = this.wanted.shift()
    if (waiter !== undefined) {
      waiter(child)
      return
    }
    child.hold(false)
    this.free.push(child)
  }

  private discard(child: EngineChild): void {
    this.forget(child)
    child.kill()
    if (!this.closed) this.fill()
  }

  private forget(child: EngineChild): void {
    this.children.delete(child)
    const at = this.free.indexOf(child)
    if (at !== -1) this.free.splice(at, 1)
  }

  private nextFree(): Promise<EngineChild> {
    return new Promise((resolve, reject) => {
      this.wanted.push((child) => (child instanceof Error ? reject(child) : resolve(child)))
      this.fill()
    })
  }

  /**
   * Starts what is missing up to one child more than there are places, but no more at a time than are waited for:
   * children that start side by side only keep each other from getting ready.
   */
  private fill(): void {
    if (this.closed) throw new Error('the engine is closed')
    const atOnce = Math.max(1, this.wanted.length)
    while (this.children.size < this.options.slots + 1 && this.starting < atOnce) void this.start()
  }

  private async start(): Promise<void> {
    const child = new EngineChild(this.options.workerPath, this.options.files)
    this.children.add(child)
    this.starting++
    void child.exited.then(() => this.forget(child))
    try {
      this.noteRights(await child.ready.finally(() => this.starting--))
      this.putBack(child)
      if (!this.closed) this.fill()
    } catch (error) {
      if (this.closed) return
      this.options.logger.warn(error instanceof Error ? error.message : String(error))
      // Not tried again from here: the next case that comes does, so a broken engine cannot spin.
      this.wanted.shift()?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  private noteRights(rights: string): void {
    if (this.rightsLogged) return
    this.rightsLogged = true
    const log = rights.startsWith('still') ? 'warn' : 'info'
    this.options.logger[log](`engine process: ${rights}`)
  }
}
