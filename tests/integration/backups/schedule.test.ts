import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { listBackups, readKeepRule, removeSurplus } from '#api/backups/keep.ts'
import { LogShipping } from '#api/backups/logShipping.ts'
import { BackupSchedule, backupDetail, type RunBackup } from '#api/backups/schedule.ts'
import { type Config, readConfig } from '#api/config.ts'
import { DAY, HOUR, MINUTE, movableClock, openApp } from '../../factories/index.ts'

/** Backups that a server makes by itself, and those that it removes. */

let folder: string
let data: string
let backups: string
const clock = movableClock()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-schedule-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  data = join(folder, 'data')
  backups = join(folder, 'backups')
  mkdirSync(data)
  await (await openApp({ data, clock })).close()
})

const rule = (text: string) => {
  const read = readKeepRule(text)
  if (!read) throw new Error('It is no rule')
  return read
}
const made = async (): Promise<number[]> => (await listBackups(backups, clock.now())).map(({ at }) => at)

/** The command's part, in this process and by the test's clock. */
const inProcess: RunBackup = async (to, keep) => {
  try {
    await makeBackup(data, to, clock.now())
    await removeSurplus(to, rule(keep), clock.now())
    return { code: 0, said: '' }
  } catch (error) {
    return { code: 1, said: (error as Error).message }
  }
}

const partsOf = (config: Config) => {
  const parts = { config, now: clock.now, log: { error() {}, info() {} } }
  return { ...parts, shipping: new LogShipping(parts) }
}

function scheduleOf(run: RunBackup = inProcess, settings: Record<string, string> = {}): BackupSchedule {
  const config = readConfig({ HOLDFAST_DATA: data, HOLDFAST_BACKUPS: backups, ...settings })
  const schedule = new BackupSchedule(partsOf(config), run)
  onTestFinished(() => schedule.close())
  return schedule
}

describe('a server', () => {
  test('makes the first at once and the next when that one is old enough, also where another process made it', async () => {
    const schedule = scheduleOf()
    expect(await schedule.state()).toMatchObject({ newest: null, is_too_old: true, fault: null })
    await schedule.look()
    const [first] = await made()
    expect(first).toBe(clock.now())
    clock.move(24 * HOUR - 1)
    await schedule.look()
    await scheduleOf().look()
    expect(await made()).toEqual([first])
    clock.move(1)
    await schedule.look()
    expect(await made()).toEqual([clock.now(), first])
    expect(await schedule.state()).toMatchObject({
      folder: backups,
      every_hours: 24,
      keep: '7 daily, 4 weekly, 12 monthly',
      is_running: false,
      is_too_old: false,
      newest: { made_at: new Date(clock.now()).toISOString() },
    })
    expect((await schedule.state())?.newest?.bytes).toBeGreaterThan(100_000)
    clock.move(2 * DAY + 1)
    expect(await schedule.state()).toMatchObject({ is_too_old: true })
    expect(backupDetail(await schedule.state())).toMatch(/^newest of .*Z, which is too old$/)
  })

  test('makes one at a time, and says so', async () => {
    let end = (): void => {}
    const running: string[] = []
    const schedule = scheduleOf((to) => {
      running.push(to)
      return new Promise((resolve) => {
        end = () => resolve({ code: 0, said: '' })
      })
    })
    const looks = [schedule.look(), schedule.look()]
    await expect.poll(() => running.length).toBe(1)
    expect(await schedule.state()).toMatchObject({ is_running: true })
    end()
    await Promise.all(looks)
    expect(running).toEqual([backups])
    expect(await schedule.state()).toMatchObject({ is_running: false })
  })

  test('says why one could not be made, and tries again a quarter of an hour later', async () => {
    writeFileSync(backups, 'a file')
    const schedule = scheduleOf()
    await schedule.look()
    const state = await schedule.state()
    expect(state).toMatchObject({ newest: null, fault: { at: new Date(clock.now()).toISOString() } })
    expect(state?.fault?.words).toContain('a part of it is a file')
    expect(backupDetail(state)).toBe('none yet; the last one could not be made')
    rmSync(backups)
    clock.move(15 * MINUTE - 1)
    await schedule.look()
    expect(await schedule.state()).toMatchObject({ newest: null })
    clock.move(1)
    await schedule.look()
    expect(await schedule.state()).toMatchObject({ fault: null, is_too_old: false })
  })

  test('tells one that was made from what could not be done after it, and makes no other one for that', async () => {
    const said = 'The backup was made, and is whole.'
    const schedule = scheduleOf(async (to) => {
      await makeBackup(data, to, clock.now())
      return { code: 1, said }
    })
    await schedule.look()
    expect(await schedule.state()).toMatchObject({
      newest: { is_encrypted: false },
      fault: { words: said, is_made: true },
    })
    expect(backupDetail(await schedule.state())).toMatch(/^newest of .*; not all that follows the last one/)
    clock.move(HOUR)
    await schedule.look()
    expect(await made()).toHaveLength(1)
  })

  test('makes one although the newest bears a time that is still to come', async () => {
    const schedule = scheduleOf()
    await schedule.look()
    clock.move(-2 * HOUR)
    expect(await made()).toEqual([])
    await schedule.look()
    await schedule.look()
    expect(await made()).toEqual([clock.now()])
    clock.move(2 * HOUR)
    expect(await made()).toHaveLength(2)
  })

  test('ends one that is being made with itself, and begins none any more', async () => {
    let isEnded = false
    const schedule = scheduleOf(
      (_to, _keep, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isEnded = true
            resolve({ code: null, said: '' })
          })
        }),
    )
    void schedule.look()
    await expect.poll(async () => (await schedule.state())?.is_running).toBe(true)
    await schedule.close()
    expect(isEnded).toBe(true)
    await schedule.look()
    expect(await schedule.state()).toMatchObject({ is_running: false, fault: null })
  })

  test('says so when the log between them is not shipped', async () => {
    const schedule = scheduleOf(inProcess, { HOLDFAST_BACKUPS_LOG: 'on' })
    await schedule.look()
    const state = await schedule.state()
    // No thread has begun here.
    expect(state?.log).toEqual({ until: null, is_late: true, fault: null })
    expect(backupDetail(state)).toMatch(/^newest of .*Z; the log is not shipped$/)
    const shipped = { until: state?.newest?.made_at ?? null, is_late: false, fault: null }
    expect(backupDetail(state && { ...state, log: shipped })).toMatch(/^newest of .*Z; the log is shipped$/)
  })

  test('without the setting makes none', async () => {
    const config = readConfig({ HOLDFAST_DATA: data })
    const never: RunBackup = () => Promise.reject(new Error('It was run'))
    const schedule = new BackupSchedule(partsOf(config), never)
    schedule.start()
    await schedule.look()
    expect(await schedule.state()).toBeNull()
    expect(backupDetail(null)).toBe('none is made by itself')
    await schedule.close()
  })
})

test('a rule removes backups of ours that it lets go and what was cut off, and nothing else', async () => {
  for (let day = 0; day < 4; day++) {
    await makeBackup(data, backups, clock.now())
    clock.move(DAY)
  }
  const stays = [
    'holdfast-20200101T000000000Z',
    'holdfast-20200101T000000000Z.partial.mine',
    'holdfast-99999999T999999999Z',
    'notes',
  ]
  // It has a backup's name and is none: without a manifest nobody can say what it holds.
  for (const name of stays) mkdirSync(join(backups, name))
  const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.-]/g, '')
  const cutOff = `holdfast-${stamp(clock.now() - 2 * DAY)}.partial`
  const underWay = `holdfast-${stamp(clock.now())}.partial`
  for (const name of [cutOff, underWay]) mkdirSync(join(backups, name))
  const before = await listBackups(backups, clock.now())
  expect(before).toHaveLength(4)
  const gone = await removeSurplus(backups, rule('2 daily'), clock.now())
  expect(gone.toSorted()).toEqual(
    [...before.slice(2).map((kept) => kept.folder), join(backups, cutOff)].toSorted(),
  )
  expect(await listBackups(backups, clock.now())).toEqual(before.slice(0, 2))
  expect(readdirSync(backups)).toEqual(expect.arrayContaining([...stays, underWay]))
  expect(readdirSync(backups)).toHaveLength(2 + stays.length + 1)
})
