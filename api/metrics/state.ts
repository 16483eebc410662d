import { Gauge } from 'prom-client'
import { countJobsByState } from '#db/queries/jobs.ts'
import { mailQueueState } from '#db/queries/mails.ts'
import type { Context } from '../context.ts'
import type { JudgeQueue } from '../execution/queue.ts'
import { diskRoom } from '../kit/diskRoom.ts'

type Labels = Record<string, string>
/** A gauge shows one value, several by their labels, or nothing where it is not known. */
type Reading = number | null | (readonly [Labels, number])[]

/**
 * The gauges that are read when somebody asks for them. One that cannot be read says NaN and leaves the others alone: a
 * database that is away is when they are needed most.
 */
export function watchState(ctx: Context, queue: JudgeQueue): void {
  const { registry } = ctx.meters
  const gauge = (name: string, help: string, read: () => Reading | Promise<Reading>, labels: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const reading = await Promise.resolve()
          .then(read)
          .catch(() => null)
        this.reset()
        if (Array.isArray(reading)) for (const [of, value] of reading) this.set(of, value)
        else if (labels.length === 0) this.set((reading as number | null) ?? Number.NaN)
      },
    })

  gauge('holdfast_event_streams', 'Open event streams', () => streams(ctx), ['of'])
  gauge('holdfast_judge_jobs', 'Jobs of the judge that are not done', () => jobs(ctx), ['kind', 'state'])
  gauge('holdfast_judge_oldest_job_seconds', 'Age of the oldest job that is not done', () => oldestJob(ctx))
  gauge('holdfast_judge_slots', 'Programs the engine runs at once', () => queue.engine.slots)
  gauge('holdfast_engine_up', 'Whether an engine answers', () => Number(queue.engine.answers))
  gauge('holdfast_database_up', 'Whether the database takes writes', async () =>
    Number((await ctx.database.look()).ok),
  )
  gauge(
    'holdfast_mails_queued',
    'Emails that wait to be sent',
    async () => (await mailQueueState(ctx.db.read)).waiting,
  )
  gauge('holdfast_mails_oldest_seconds', 'Age of the oldest email that waits', async () =>
    ageOf(ctx, (await mailQueueState(ctx.db.read)).oldest),
  )
  gauge(
    'holdfast_disk_free_bytes',
    'Free room on the disk of the data directory',
    async () => (await diskRoom(ctx.config.dataDirectory)).free,
  )
  gauge(
    'holdfast_disk_size_bytes',
    'Size of the disk of the data directory',
    async () => (await diskRoom(ctx.config.dataDirectory)).size,
  )
  gauge('holdfast_backup_age_seconds', 'Age of the newest backup', async () => {
    const newest = (await ctx.backups.state())?.newest
    return newest ? seconds(ctx.now() - Date.parse(newest.made_at)) : null
  })
  gauge('holdfast_backup_too_old', 'Whether the newest backup is too old, or there is none', async () => {
    const state = await ctx.backups.state()
    return state && Number(state.is_too_old)
  })
  gauge('holdfast_backup_log_age_seconds', 'Time since all that was committed had been shipped', async () => {
    const until = (await ctx.backups.state())?.log?.until
    return until ? seconds(ctx.now() - Date.parse(until)) : null
  })
}

const seconds = (ms: number): number => Math.max(0, ms) / 1_000

/** Nothing waits: nothing is old. */
const ageOf = (ctx: Context, since: number | null): number =>
  since === null ? 0 : seconds(ctx.now() - since)

const streams = ({ hub }: Context): Reading => {
  const { candidates, staff } = hub.counts()
  return [
    [{ of: 'candidates' }, candidates],
    [{ of: 'staff' }, staff],
  ]
}

const KINDS = ['judge', 'run', 'check', 'rejudge'] as const
const STATES = { waiting: 'queued', running: 'leased' } as const

async function jobs({ db }: Context): Promise<Reading> {
  const counted = await countJobsByState(db.read)
  const countOf = (kind: string, status: string): number =>
    counted.find((row) => row.kind === kind && row.status === status)?.n ?? 0
  return KINDS.flatMap((kind) =>
    Object.entries(STATES).map(([state, status]) => [{ kind, state }, countOf(kind, status)] as const),
  )
}

async function oldestJob(ctx: Context): Promise<number> {
  const counted = await countJobsByState(ctx.db.read)
  return ageOf(ctx, counted.length === 0 ? null : Math.min(...counted.map(({ oldest }) => oldest)))
}
