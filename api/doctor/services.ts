import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { plural } from '#contract/plural.ts'
import { LogShipping, shippedFrom } from '../backups/logShipping.ts'
import { BackupSchedule, backupDetail } from '../backups/schedule.ts'
import { storeOf } from '../backups/stores/folderStore.ts'
import { mailTransport } from '../mail/transport/choose.ts'
import type { MailHealth } from '../mail/transport/transport.ts'
import { fileStorage, storedBytes } from '../storage/storage.ts'
import { type Diagnosis, type Patient, wordsOf } from './diagnosis.ts'

/** The parts that an installation works with: mail, files, engines, backups. */

const mailTodo: Record<string, string> = {
  EAUTH: 'Check user and password in SMTP_URL; signs such as @ and / in them must be percent-encoded.',
  ETLS: 'Check that the server offers STARTTLS, or use smtps://…:465. Only for a server in your own network: ?requireTLS=false.',
  ESOCKET:
    'Check address and port in SMTP_URL, the certificate of the mail server, and that no firewall is in between.',
}
const MAIL_TODO =
  'Check address and port in SMTP_URL, and that this machine may connect there: many providers block port 25.'

/** Whether the mail server takes a connection, its greeting and the password. */
export async function examineMail({ config, now }: Patient): Promise<Diagnosis> {
  const transport = mailTransport(config, now)
  if (config.smtpUrl === null)
    return {
      name: 'Mail',
      ok: null,
      says: `Emails are ${transport.where}, and reach nobody.`,
      todo: 'Set SMTP_URL if people are to get them.',
    }
  const health: MailHealth = await transport.health()
  if (!health.ok)
    return {
      name: 'Mail',
      ok: false,
      says: `${health.detail}.`,
      todo: mailTodo[health.fault ?? ''] ?? MAIL_TODO,
    }
  if (/@localhost>?$/.test(config.mailFrom))
    return {
      name: 'Mail',
      ok: false,
      says: `The mail server answers, but MAIL_FROM is ${config.mailFrom}, a sender that other servers refuse.`,
      todo: 'Set MAIL_FROM to an address that the mail server may send for.',
    }
  return { name: 'Mail', ok: true, says: `The mail server (${transport.where}) answers and takes the login.` }
}

/** Whether pictures can be stored and read again. */
export async function examineStorage({ config }: Patient): Promise<Diagnosis> {
  const folder = join(config.dataDirectory, 'files')
  const storage = fileStorage(folder)
  const wasThere = existsSync(folder)
  const bytes = randomBytes(1_024)
  const key = `doctor/${bytes.toString('hex', 0, 8)}`
  try {
    await storage.put(key, bytes)
    const read = await storedBytes(storage, key)
    await storage.removeAll('doctor')
    if (!wasThere) await rmdir(folder)
    if (!read?.equals(bytes)) throw new Error('another content was read than was written')
    return { name: 'Storage', ok: true, says: `Pictures can be stored in ${folder} and read again.` }
  } catch (error) {
    return {
      name: 'Storage',
      ok: false,
      says: `Pictures cannot be stored in ${folder}: ${wordsOf(error)}.`,
      todo: 'Make it writable for the account that runs the server (and start doctor as that account).',
    }
  }
}

/** Whether programs can be run, and in which languages. */
export async function examineEngines({ config, executor }: Patient): Promise<Diagnosis> {
  const { ok, detail } = await executor.health()
  if (!ok)
    return {
      name: 'Engines',
      ok: false,
      says: `Programs cannot be run: ${detail}.`,
      todo:
        config.piston.length > 0
          ? 'Check that the servers in PISTON_URL run, that this machine reaches them, and that their limits are at least those in docs/execution.md.'
          : 'The embedded engine starts child processes: check memory and the number of processes allowed, and build again (npm run build).',
    }
  const { languages, lacks = [] } = await executor.describe()
  const names = languages
    .map(({ name, version, tier }) => `${`${name} ${version}`.trim()} (${tier})`)
    .join(', ')
  return { name: 'Engines', ok: true, says: [detail, names, ...lacks].map((one) => `${one}.`).join(' ') }
}

/** Whether there is a recent backup. */
export async function examineBackups({ config, now, isServing }: Patient): Promise<Diagnosis> {
  const log = { error: () => {}, info: () => {} }
  const shipping = new LogShipping({ config, now, log })
  const made = await new BackupSchedule({ config, now, log, shipping }).state()
  // The thread of the server ships it, and says in the data directory how far it is.
  const state = made?.log ? { ...made, log: await shippedFrom(config.dataDirectory, now()) } : made
  if (!state)
    return {
      name: 'Backups',
      ok: null,
      says: 'The server makes none by itself.',
      todo: 'Set HOLDFAST_BACKUPS to a folder on another disk or machine or to S3-compatible storage, or run holdfast backup by a timer.',
    }
  if (isServing && state.log?.is_late)
    return {
      name: 'Backups',
      ok: false,
      says: `In ${state.folder}: ${backupDetail(state)}.`,
      todo: 'Check that the folder can be reached and has room; the server’s log says why nothing can be written there.',
    }
  return state.is_too_old
    ? {
        name: 'Backups',
        ok: false,
        says: `In ${state.folder}: ${backupDetail(state)}.`,
        todo: `Check that ${state.folder} can be reached and has room; the server’s log says why the last one failed. It makes one at its start.`,
      }
    : { name: 'Backups', ok: true, says: `In ${state.folder}: ${backupDetail(state)}.` }
}

/** Clocks further apart than this make requests to S3-compatible storage fail soon: it takes 15 minutes. */
const APART_MS = 60_000

/** Whether backups can be written to S3-compatible storage, read and removed there. */
export async function examineBackupStorage({ config }: Patient): Promise<Diagnosis> {
  const name = 'Backup storage'
  const store = storeOf(config.backups?.place ?? '')
  const { fault, todo = '', aheadMs } = await store.trial()
  if (fault) return { name, ok: false, says: `${store.where}: ${fault}`, todo }
  const says = `In ${store.where} files can be written, read and removed`
  if (aheadMs === null || Math.abs(aheadMs) < APART_MS) return { name, ok: true, says: `${says}.` }
  const [minutes, side] = [Math.round(Math.abs(aheadMs) / 60_000), aheadMs > 0 ? 'ahead of' : 'behind']
  return {
    name,
    ok: false,
    says: `${says}, but the clock here is ${plural(minutes, 'minute')} ${side} the storage's; at 15 minutes it refuses requests.`,
    todo: 'Have the clock set by NTP (chrony, or systemd-timesyncd).',
  }
}
