import { keptDays } from '#contract/forms/drive.ts'
import { plural } from '#contract/plural.ts'
import { listKeptForEver } from '#db/queries/retention.ts'
import { type ErasingHold, formatErasingHold } from '#machines/drive/retention.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { type ErasedResults, eraseDueResults, removeNow } from '../services/retention/erasing.ts'
import { type KeptDrive, listKept } from '../services/retention/listing.ts'
import { goOnErasing, readErasingHold } from '../services/retention/onHold.ts'
import { setRetention } from '../services/retention/setting.ts'
import { type Command, type CommandOutcome, RefusedCall, WrongCall } from './command.ts'
import { NO_COPIES, REST, tellCopies } from './copiesThere.ts'
import { withContext } from './installation.ts'
import { countTests, heldLines, ruleJson, ruleLines, ruleTitle } from './keptLines.ts'

/** Tells for how long results are kept, sets it, and erases what is due now. */
export const retentionCommand: Command = {
  summary:
    'lists for how long the results of each drive are kept and what keeps them beyond; erases what is due, or sets the time',
  usage: '[--run [--dry-run] | --go-on | --drive <id> --days <n> [--confirm]]',
  most: 0,
  options: {
    run: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'go-on': { type: 'boolean' },
    drive: { type: 'string' },
    days: { type: 'string' },
    confirm: { type: 'boolean' },
  },
  help: [
    ['--run', 'erases now what is due; the running server does it by itself every ten minutes'],
    ['--dry-run', 'with --run: only tells what would be erased'],
    [
      '--go-on',
      'lets erasing go on that is on hold since a restore or a jump of the clock; look at the rules before',
    ],
    ['--drive <id>', 'the drive or the assessment whose time is set'],
    ['--days <n>', 'from 30 to 3650 days after its end, or never: they are kept for ever'],
    ['--confirm', 'sets it also where results go by it that would have stayed longer'],
  ],
  run({ config, values, progress }) {
    const wish = wishOf(values)
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      if (wish.kind === 'set') return setDays(ctx, wish)
      if (wish.kind === 'go on') return goneOn(await goOnErasing(ctx, { userId: null }), await listKept(ctx))
      const onHold = await readErasingHold(ctx.db.read, ctx.now())
      if (wish.kind === 'list') {
        const forEver = await listKeptForEver(ctx.db.read)
        return listed(ctx, { kept: await listKept(ctx), forEver, onHold })
      }
      if (wish.isTrial || onHold) return tried(await listKept(ctx), { ...wish, onHold })
      const erased = await eraseDueResults(ctx, progress)
      const attempts = erased.reduce((sum, one) => sum + one.attempts, 0)
      // Also what one that was broken off had noted: there may be no server to do it.
      const isDone = await removeNow(ctx)
      const copies = attempts === 0 ? NO_COPIES : await tellCopies(ctx)
      return {
        text:
          erased.length === 0
            ? 'Nothing is due.'
            : [...erased.flatMap(formatErased), ...(isDone ? [] : [REST]), ...copies.lines].join('\n'),
        json: {
          erased: erased.map(({ drive, attempts, candidates, heldUp }) => ({
            ...nameOf(drive),
            attempts,
            candidates,
            held_up: heldUp,
          })),
          is_done: isDone,
          ...copies.json,
        },
        ok: copies.ok && erased.every(({ heldUp }) => heldUp === null),
      }
    })
  },
}

type Wish =
  | { kind: 'list' }
  | { kind: 'run'; isTrial: boolean }
  | { kind: 'go on' }
  | { kind: 'set'; driveId: number; days: number | null; confirmed: boolean }

/** @throws WrongCall */
function wishOf(values: Readonly<Record<string, unknown>>): Wish {
  const { run, drive, days } = values
  const isTrial = values['dry-run'] === true
  const confirmed = values.confirm === true
  if (values['go-on'] === true) {
    if (run === true || isTrial || confirmed || drive !== undefined || days !== undefined)
      throw new WrongCall('--go-on stands alone: look at the rules before, with holdfast retention.')
    return { kind: 'go on' }
  }
  if (drive === undefined && days === undefined) {
    if (isTrial && run !== true) throw new WrongCall('--dry-run goes with --run.')
    if (confirmed) throw new WrongCall('--confirm goes with --drive and --days.')
    return run === true ? { kind: 'run', isTrial } : { kind: 'list' }
  }
  if (run === true || isTrial) throw new WrongCall('Set the time first, then call --run.')
  if (drive === undefined || days === undefined)
    throw new WrongCall('Say which drive, and for how long: holdfast retention --drive 12 --days 365')
  if (!/^[1-9]\d{0,14}$/.test(String(drive))) throw new WrongCall('--drive takes the number of a drive.')
  const parsed = keptDays.safeParse(
    days === 'never' ? null : /^\d{1,9}$/.test(String(days)) ? Number(days) : Number.NaN,
  )
  if (!parsed.success) throw new WrongCall('--days takes a whole number from 30 to 3650, or never.')
  return { kind: 'set', driveId: Number(drive), days: parsed.data, confirmed }
}

async function setDays(
  ctx: Context,
  { driveId, days, confirmed }: Extract<Wish, { kind: 'set' }>,
): Promise<CommandOutcome> {
  const set = await setRetention(ctx, { userId: null, organizationId: null }, driveId, {
    days,
    confirmed,
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'not_found') throw new Error(`There is no drive ${driveId}.`)
    const words = error.details?.erases ? `${error.message} Call it with --confirm.` : error.message
    throw new RefusedCall(words, { ...error.details })
  })
  return {
    text: `The results of drive ${driveId} are kept ${days === null ? 'for ever' : `for ${plural(days, 'day')} after ${endOf(set.results_kept_until)}`}.`,
    json: set,
    ok: true,
  }
}

const endOf = (until: string | null | undefined): string =>
  until ? `its end, until ${until.slice(0, 10)}` : 'the end of each test'

const nameOf = ({ id, is_assessment, name, organization }: ErasedResults['drive']) => ({
  id,
  kind: is_assessment ? 'assessment' : 'drive',
  name,
  organization,
})

function formatErased({ drive, attempts, candidates, heldUp }: ErasedResults): string[] {
  const people =
    candidates === 0 ? '' : `, and ${plural(candidates, 'candidate')} who were invited to nothing else`
  return [
    `${ruleTitle(drive)}: ${attempts === 0 ? 'nothing is erased' : `${countTests(attempts)} erased${people}`}.`,
    ...heldLines(heldUp),
  ]
}

async function listed(
  ctx: Context,
  {
    kept,
    forEver,
    onHold,
  }: {
    kept: readonly KeptDrive[]
    forEver: Awaited<ReturnType<typeof listKeptForEver>>
    onHold: ErasingHold | null
  },
): Promise<CommandOutcome> {
  // The server erases by itself, and nobody reads a report of it.
  const erasedAt = Math.max(0, ...kept.map((drive) => drive.results_erased_at ?? 0))
  const copies = erasedAt === 0 ? NO_COPIES : await tellCopies(ctx, erasedAt)
  const others = forEver.map((drive) => `${ruleTitle(drive)}: kept for ever; ${countTests(drive.attempts)}.`)
  const lines = [...kept.flatMap(ruleLines), ...others]
  return {
    text: [
      ...holdLines(onHold),
      ...lines,
      ...(kept.length > 0 ? [] : ['A time is set so: holdfast retention --drive 12 --days 365']),
      ...copies.lines,
    ].join('\n'),
    json: {
      on_hold: holdJson(onHold),
      drives: kept.map(ruleJson),
      for_ever: forEver.map((drive) => ({ ...nameOf(drive), attempts: drive.attempts })),
      ...copies.json,
    },
    ok: copies.ok,
  }
}

function tried(
  kept: readonly KeptDrive[],
  { isTrial, onHold }: { isTrial: boolean; onHold: ErasingHold | null },
): CommandOutcome {
  const due = kept.filter((drive) => drive.due > 0)
  return {
    text: [
      ...holdLines(onHold),
      ...due.flatMap((drive) => [
        `${ruleTitle(drive)}: ${countTests(drive.due)} due.`,
        ...heldLines(drive.heldUp),
      ]),
      due.length === 0 ? 'Nothing is due.' : 'Nothing was erased.',
    ].join('\n'),
    json: { dry_run: isTrial, on_hold: holdJson(onHold), due: due.map(ruleJson) },
    ok: due.every(({ heldUp }) => heldUp === null && onHold === null),
  }
}

function goneOn(hold: ErasingHold | null, kept: readonly KeptDrive[]): CommandOutcome {
  const due = kept.filter((drive) => drive.due > 0)
  const next =
    due.length === 0
      ? ['Nothing is due.']
      : [
          'A running server erases this within minutes, or holdfast retention --run now:',
          ...due.flatMap(ruleLines),
        ]
  return {
    text: hold === null ? 'Erasing is not on hold.' : ['Erasing goes on.', ...next].join('\n'),
    json: { was_on_hold: holdJson(hold), due: due.map(ruleJson) },
    ok: true,
  }
}

const holdLines = (hold: ErasingHold | null): string[] => (hold === null ? [] : [formatErasingHold(hold)])

const holdJson = (hold: ErasingHold | null) =>
  hold && { why: hold.why, since: new Date(hold.since).toISOString() }
