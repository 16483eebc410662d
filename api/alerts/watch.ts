import type { Queries } from '#db/connect.ts'
import { countJobsByState } from '#db/queries/jobs.ts'
import { deleteMeta, readMeta, writeMeta } from '#db/queries/meta.ts'
import { listSuperAdmins } from '#db/queries/users.ts'
import { formatErasingHold } from '#machines/drive/retention.ts'
import { backupDetail } from '../backups/schedule.ts'
import type { Context } from '../context.ts'
import { type DiskRoom, isNearlyFull, roomInWords } from '../kit/diskRoom.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { type AlertNews, TROUBLES, type TroubleKind } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue.ts'
import { readErasingHold, waitingInWords } from '../services/retention/onHold.ts'
import { type Course, newsOf, seen, type Told } from './course.ts'

export interface AlertParts extends Pick<Context, 'db' | 'now' | 'log' | 'backups' | 'executor'> {
  /** Whether an engine answered when it was last asked. */
  engine: { readonly answers: boolean }
  /** The room on the disk of the data directory. */
  room: () => Promise<DiskRoom>
}

interface Reading {
  isBad: boolean
  /** How it is, in words for whoever gets the mail. */
  words: string
}

const LOOK_EVERY_MS = 60_000
const metaName = (trouble: TroubleKind): string => `alert_${trouble}`

/**
 * Looks for what an operator has to repair and mails the super admins: when it begins, once a day while it lasts, and when
 * it is over. The mail and the note that it was told are one transaction, so that a restart neither repeats nor forgets it.
 */
export class AlertWatch {
  readonly #parts: AlertParts
  readonly #courses = new Map<TroubleKind, Course>()
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null

  constructor(parts: AlertParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    void this.look()
  }

  /** Looks once at everything. It never fails: what cannot be told now is told by the next look. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookAtAll(): Promise<void> {
    for (const trouble of TROUBLES)
      await this.#lookAt(trouble).catch((error: unknown) =>
        this.#parts.log.error({ trouble, error: formatErrorLine(error) }, 'an alert could not be queued'),
      )
  }

  async #lookAt(trouble: TroubleKind): Promise<void> {
    const { db, now, log } = this.#parts
    const reading = await this.#read(trouble)
    if (!reading) return
    const at = now()
    const course = seen(this.#courses.get(trouble) ?? { badSince: null, goodSince: null }, reading.isBad, at)
    this.#courses.set(trouble, course)
    const told = readTold(await readMeta(db.read, metaName(trouble)))
    const news = newsOf(trouble, told, course, at)
    if (!news) return
    const since = told?.since ?? course.badSince ?? at
    const readers = await db.write(async (tx) => {
      if (news === 'over') await deleteMeta(tx, metaName(trouble))
      else await writeMeta(tx, metaName(trouble), JSON.stringify({ since, toldAt: at } satisfies Told))
      return tellSuperAdmins(tx, { trouble, news, since, words: reading.words }, at)
    })
    log.warn({ trouble, news, readers, seen: reading.words }, 'super admins are told')
  }

  /** @returns null where there is nothing to look at, or it cannot be seen */
  async #read(trouble: TroubleKind): Promise<Reading | null> {
    const { backups, engine, executor, room } = this.#parts
    if (trouble === 'disk') {
      const now = await room().catch(() => null)
      return now && { isBad: isNearlyFull(now), words: roomInWords(now) }
    }
    if (trouble === 'backup') {
      const state = await backups.state()
      return state && { isBad: state.is_too_old, words: backupDetail(state) }
    }
    if (trouble === 'log') {
      const log = (await backups.state())?.log
      const until = log?.until ? `shipped until ${log.until}` : 'nothing is shipped yet'
      return log ? { isBad: log.is_late, words: log.fault ? `${until}: ${log.fault}` : until } : null
    }
    if (trouble === 'erasing') return erasingOnHold(this.#parts)
    // An engine that nobody needs just now is not started only to be looked at.
    if (engine.answers && (await countJobsByState(this.#parts.db.read)).length === 0)
      return { isBad: false, words: 'an engine answers' }
    const { ok, detail } = await executor.health()
    return { isBad: !ok, words: detail }
  }

  /** Ends it, once a look under way is over. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#looking
  }
}

/** Erasing on hold is a trouble once something waits for it: until then nobody misses anything. */
async function erasingOnHold({ db, now }: Pick<AlertParts, 'db' | 'now'>): Promise<Reading> {
  const hold = await readErasingHold(db.read, now())
  const waiting = hold && (await waitingInWords(db.read, now()))
  if (hold === null) return { isBad: false, words: 'erasing goes on' }
  return { isBad: waiting !== null, words: [formatErasingHold(hold), waiting ?? 'Nothing is due.'].join(' ') }
}

/** A note that somebody damaged counts as none: the trouble is told again. */
function readTold(text: string | null): Told | null {
  try {
    const told = JSON.parse(text ?? 'null') as Told | null
    return Number.isFinite(told?.since) && Number.isFinite(told?.toldAt) ? told : null
  } catch {
    return null
  }
}

async function tellSuperAdmins(
  tx: Queries,
  about: { trouble: TroubleKind; news: AlertNews; since: number; words: string },
  now: number,
): Promise<number> {
  const readers = await listSuperAdmins(tx)
  const { trouble, news, since, words } = about
  for (const { email } of readers)
    await queueMail(
      tx,
      {
        kind: 'alert',
        to: email,
        organizationId: null,
        subjectRef: trouble,
        data: { news, since, at: now, words },
      },
      now,
    )
  return readers.length
}
