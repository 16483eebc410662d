import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { verifyAll } from '#api/services/verification.ts'
import { codeKey, type Op } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import {
  Device,
  fillIn,
  type Invited,
  MINUTE,
  must,
  type Organization,
  openApp,
  seedOrganization,
  type TestApp,
} from '../../../factories/index.ts'

/** A server that is lost and set up again from a copy. */
export class Loss {
  app!: TestApp
  org!: Organization
  #folder = ''
  #data = ''
  #backup = ''
  #typed = 0

  static async begin(options: Parameters<typeof seedOrganization>[2] = { candidates: 2 }): Promise<Loss> {
    const it = new Loss()
    it.#folder = mkdtempSync(join(tmpdir(), 'holdfast-loss-'))
    it.#data = join(it.#folder, 'data')
    mkdirSync(it.#data)
    it.app = await openApp({ data: it.#data })
    it.org = await seedOrganization(it.app.ctx, 'loss', options)
    onTestFinished(async () => {
      await it.app.close()
      rmSync(it.#folder, { recursive: true, force: true })
    })
    return it
  }

  who(n: number): Invited {
    const who = this.org.candidates[n]
    if (!who) throw new Error('Nobody was invited')
    return who
  }

  async copy(): Promise<void> {
    this.#backup = (await makeBackup(this.#data, join(this.#folder, 'backups'), this.app.clock.now())).folder
  }

  async lose(after = 5 * MINUTE): Promise<void> {
    await this.app.close()
    rmSync(this.#data, { recursive: true })
    this.app.clock.move(after)
    vi.useFakeTimers({ now: this.app.clock.now(), toFake: ['Date'] })
    await restoreCommand.run({
      config: readConfig({ HOLDFAST_DATA: this.#data, HOLDFAST_LOG: 'silent' }),
      values: { replace: false },
      positionals: [this.#backup],
      progress: () => {},
    })
    vi.useRealTimers()
    this.app = await openApp({ data: this.#data, clock: this.app.clock })
  }

  /** A device that takes the test over from another one. */
  async second(who: Invited, name = 'Second'): Promise<Device> {
    const { app } = this
    const device = new Device(app.send, await fillIn(app.send, who), app.clock.now, name)
    await device.start(true)
    return device
  }

  /** Offers what a device wrote under a lease that is not its own any more. */
  offer(device: Device, lease_id: string, written: readonly Op[]) {
    const [first, last] = [written[0], written.at(-1)]
    return device.post(
      device.request(written, {
        lease_id,
        server_epoch_seen: this.app.ctx.serverEpoch,
        from_seq: first?.seq ?? 0,
        tail_seq: last?.seq ?? 0,
        tail_hash: last?.hash ?? '',
      }),
    )
  }

  /** Writes one draft, and sends it. */
  async work(device: Device): Promise<void> {
    const of = { problem_id: this.org.problems[0].id, language_id: 1 }
    device.write('draft', codeKey(of.problem_id, of.language_id), { ...of, answer: `text ${this.#typed++}` })
    await device.sync()
    this.app.clock.move(10_000)
  }

  findings = async () => (await verifyAll(this.app.ctx)).findings.map(({ what }) => what)

  async outcomeOf(receipt: ReceiptFile): Promise<string> {
    return (await must(this.app.send, 'postReceiptCheck', { body: receipt })).outcome
  }

  async held(): Promise<Set<string>> {
    const rows = await this.app.rows<{ hash: string }>(
      'SELECT hash FROM ops UNION SELECT hash FROM quarantine',
    )
    return new Set(rows.map(({ hash }) => hash))
  }

  attempt = async () =>
    (
      await this.app.rows<{ started_at: number; deadline_at: number }>(
        'SELECT * FROM attempts WHERE started_at IS NOT NULL',
      )
    )[0]
}
