import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readMeta } from '#db/queries/meta.ts'
import { RESTORING } from '../kit/lock.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'

const NAME = 'Data'
export const unreadable = 'The database could not be read.'

/**
 * Whether database and keys are there and can be read.
 * @param faults why they could not be opened, in words
 */
export async function examineData(patient: Patient, faults: readonly string[]): Promise<Diagnosis> {
  const { config, isServing, read, keys } = patient
  const { dataDirectory } = config
  if (existsSync(join(dataDirectory, RESTORING)))
    return {
      name: NAME,
      ok: false,
      says: `A restore into ${dataDirectory} was cut off.`,
      todo: 'Run holdfast restore again: nothing is served before it is done.',
    }
  if (faults.length > 0)
    return {
      name: NAME,
      ok: false,
      says: faults.join(' '),
      todo: 'Start doctor as the account that runs the server. If a file is damaged or missing, put back your copy (holdfast restore).',
    }
  if (read === null || keys === null)
    return { name: NAME, ok: null, says: `${dataDirectory} is empty: the first start fills it.` }
  await readMeta(read, 'server_epoch')
  return {
    name: NAME,
    ok: true,
    says: `Database and keys in ${dataDirectory} can be read. ${isServing ? 'A server runs on them.' : 'No server runs on them now.'}`,
  }
}
