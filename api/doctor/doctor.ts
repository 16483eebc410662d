import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, queriesOver } from '#db/connect.ts'
import { storeOf } from '../backups/stores/folderStore.ts'
import type { Config } from '../config.ts'
import type { Executor } from '../execution/port.ts'
import { loadKeys } from '../kit/keys.ts'
import { lockDirectory } from '../kit/lock.ts'
import { publicUrl } from '../services/invitations.ts'
import { readAuthority } from '../tls/ownCertificate.ts'
import { examineCertificate } from './certificate.ts'
import { examineClock } from './clock.ts'
import { examineData } from './data.ts'
import { type Diagnosis, type Patient, wordsOf } from './diagnosis.ts'
import { examineDisk } from './disk.ts'
import { examineErasing } from './erasing.ts'
import { reach } from './outside.ts'
import { examineProxy } from './proxy.ts'
import {
  examineBackupStorage,
  examineBackups,
  examineEngines,
  examineMail,
  examineStorage,
} from './services.ts'
import { examineStream } from './stream.ts'
import { examineTimeZone } from './timeZone.ts'

/** All that a doctor is given; tests give a clock and an authority of their own. */
export interface Visit {
  config: Config
  executor: Executor
  now?: () => number
  /** The time zone that the environment asks for. */
  timeZone?: string | undefined
  /** PEM of an authority that is trusted as well. */
  ca?: string
  /** Told the name of each check as it begins. */
  told?: (name: string) => void
}

/**
 * Looks at an installation from all sides, beside its server or without one. It changes nothing: neither tables nor keys are
 * made, and the files that it writes to try the disk are gone again.
 */
export async function examine(visit: Visit): Promise<Diagnosis[]> {
  const { config, told = () => {} } = visit
  const { patient, faults, close } = await admit(visit)
  const found: Diagnosis[] = []
  const check = async (name: string, look: () => Diagnosis | Promise<Diagnosis>): Promise<void> => {
    told(name)
    found.push(
      await Promise.resolve()
        .then(look)
        .catch((error: unknown) => ({
          name,
          ok: false,
          says: `It could not be looked at: ${wordsOf(error)}`,
        })),
    )
  }
  try {
    const reached = await reach(patient)
    await check('Data', () => examineData(patient, faults))
    await check('Clock', () => examineClock(patient, reached.date))
    await check('Erasing', () => examineErasing(patient))
    await check('Time zone', () => examineTimeZone(visit.timeZone, patient.now()))
    await check('Disk', () => examineDisk(patient))
    await check('Storage', () => examineStorage(patient))
    await check('Backups', () => examineBackups(patient))
    if (config.backups && storeOf(config.backups.place).folder === null)
      await check('Backup storage', () => examineBackupStorage(patient))
    await check('Address', () => reached.diagnosis)
    await check('Certificate', () => examineCertificate(patient, patient.ca))
    const unreached = (name: string): Diagnosis => ({
      name,
      ok: null,
      says: 'Not asked: the address cannot be reached.',
    })
    const isReached = reached.diagnosis.ok === true
    await check('Proxy', () => (isReached ? examineProxy(patient) : unreached('Proxy')))
    await check('Event stream', () => (isReached ? examineStream(patient) : unreached('Event stream')))
    await check('Mail', () => examineMail(patient))
    await check('Engines', () => examineEngines(patient))
    return found
  } finally {
    close()
  }
}

/** Opens what can be opened, for reading. */
async function admit({ config, executor, now = Date.now, ca }: Visit) {
  const faults: string[] = []
  const { dataDirectory } = config
  const file = join(dataDirectory, 'holdfast.db')
  const hasDatabase = existsSync(file)
  const keys = hasDatabase
    ? await loadKeys(dataDirectory, false).catch((error: unknown) => {
        faults.push(wordsOf(error))
        return null
      })
    : null
  const connection = hasDatabase ? opened(file, faults) : null
  const patient: Patient = {
    config,
    now,
    keys,
    read: connection && queriesOver(connection),
    executor,
    ca: ca ?? ownAuthority(config),
    isServing: hasDatabase && isTaken(dataDirectory),
    base: config.publicUrl ?? (config.port === 0 ? null : publicUrl({ config }, config.port)),
  }
  return { patient, faults, close: () => connection?.close() }
}

/** People's devices trust it; whether they do cannot be seen from here. */
function ownAuthority({ ownAuthority }: Config): string | undefined {
  try {
    return ownAuthority === null ? undefined : readAuthority(ownAuthority.folder).pem
  } catch {
    return undefined
  }
}

function opened(file: string, faults: string[]) {
  try {
    const connection = connect(file, { readonly: true })
    // A file that is no database is found out by the first question.
    connection.prepare('SELECT count(*) FROM meta').get()
    return connection
  } catch (error) {
    faults.push(`${file} cannot be read: ${wordsOf(error)}.`)
    return null
  }
}

function isTaken(dataDirectory: string): boolean {
  const free = lockDirectory(dataDirectory, 0)
  free?.()
  return free === null
}

const MARKS = { true: 'ok', false: 'WRONG', null: '–' } as const

/** The found as the command prints them. */
export function formatDiagnoses(found: readonly Diagnosis[]): string {
  const width = Math.max(...found.map(({ name }) => name.length))
  const lines = found.flatMap(({ name, ok, says, todo }) => [
    `${MARKS[`${ok}`].padEnd(5)}  ${name.padEnd(width)}  ${says}`,
    ...(todo ? [`${' '.repeat(width + 9)}→ ${todo}`] : []),
  ])
  const wrong = found.filter(({ ok }) => ok === false).length
  const unknown = found.filter(({ ok }) => ok === null).length
  const rest =
    unknown > 0 ? `, ${unknown} could not be looked at or ${unknown === 1 ? 'is' : 'are'} not set up` : ''
  return [
    ...lines,
    '',
    wrong === 0 ? `Nothing is wrong${rest}.` : `${wrong} of ${found.length} wrong${rest}.`,
  ].join('\n')
}
