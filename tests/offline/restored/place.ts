import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { type Organization, openApp, seedOrganization, type TestApp } from '../../factories/index.ts'
import { Candidate, type Hall } from './candidate.ts'

const clock = {
  now: () => Date.now(),
  move: (ms: number) => vi.setSystemTime(Date.now() + ms),
  set: (to: number) => vi.setSystemTime(to),
}

/** A few real senders at a server that is lost and set up again from a copy. */
export class Place {
  app!: TestApp
  org!: Organization
  hall!: Hall
  requests: { path: string; at: number; body: string }[] = []
  #folder = ''
  #data = ''
  #backup = ''

  static async begin(): Promise<Place> {
    const it = new Place()
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 9), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController()
      setTimeout(() => over.abort(), ms)
      return over.signal
    })
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' })
    it.#folder = mkdtempSync(join(tmpdir(), 'holdfast-place-'))
    it.#data = join(it.#folder, 'data')
    mkdirSync(it.#data)
    it.app = await openApp({ data: it.#data, clock })
    it.org = await seedOrganization(it.app.ctx, 'place', { candidates: 2 })
    it.hall = { send: it.app.send, isWorking: false }
    let working = 0
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      it.requests.push({ path: url, at: Date.now(), body: String(init.body ?? '') })
      if (!it.hall.send) throw new TypeError('the line broke')
      it.hall.isWorking = ++working > 0
      try {
        return await it.hall.send(url, init)
      } finally {
        it.hall.isWorking = --working > 0
      }
    })
    onTestFinished(async () => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
      await it.app.close()
      rmSync(it.#folder, { recursive: true, force: true })
    })
    return it
  }

  /** One candidate who has worked on since the copy was made, and everything was acknowledged. */
  static async withLostWork(): Promise<{ place: Place; one: Candidate }> {
    const place = await Place.begin()
    const one = place.candidate(0)
    await one.begin()
    await one.work(0)
    await place.passSeconds([one], 5)
    await place.copy()
    await one.work(2)
    await place.passSeconds([one], 5)
    return { place, one }
  }

  candidate(n: number, device = 'a'): Candidate {
    const who = this.org.candidates[n]
    if (!who) throw new Error('Nobody was invited')
    // Storage in memory outlives a test.
    return new Candidate(who, this.org, this.hall, `${device}-${Math.random()}`)
  }

  async pass(all: readonly Candidate[], ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    for (const { page } of all) await page.settle()
  }

  async passSeconds(all: readonly Candidate[], seconds: number): Promise<void> {
    for (let n = 0; n < seconds; n++) await this.pass(all, 1_000)
  }

  async copy(): Promise<void> {
    this.#backup = (await makeBackup(this.#data, join(this.#folder, 'backups'), Date.now())).folder
  }

  async lose(): Promise<void> {
    this.hall.send = null
    await this.app.close()
    rmSync(this.#data, { recursive: true })
  }

  async restore(): Promise<void> {
    await restoreCommand.run({
      config: readConfig({ HOLDFAST_DATA: this.#data, HOLDFAST_LOG: 'silent' }),
      values: { replace: false },
      positionals: [this.#backup],
      progress: () => {},
    })
    this.app = await openApp({ data: this.#data, clock })
    this.hall.send = this.app.send
  }

  async held(): Promise<Set<string>> {
    const rows = await this.app.rows<{ hash: string }>(
      'SELECT hash FROM ops UNION SELECT hash FROM quarantine',
    )
    return new Set(rows.map(({ hash }) => hash))
  }

  log = () =>
    this.app.rows<{ seq: number; hash: string; key: string; received_at: number; verdict: string }>(
      'SELECT seq, hash, key, received_at, verdict FROM ops ORDER BY attempt_id, seq',
    )
}
