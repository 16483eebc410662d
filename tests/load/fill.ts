import { createHash } from 'node:crypto'
import { readConfig } from '#api/config.ts'
import { openContext } from '#api/server.ts'
import { insertOp, updateHead } from '#db/queries/log.ts'
import { scriptedExecutor } from '../factories/executor.ts'
import { type Invited, seedOrganization } from '../factories/organization.ts'

/** Rows a transaction. */
const CHUNK = 5_000
const CANDIDATES = 200

/** A data directory with that many ops: valid rows, written straight into the log without their chains. */
export async function fillDatabase(data: string, migrations: string, ops: number): Promise<void> {
  const config = readConfig({ HOLDFAST_DATA: data, HOLDFAST_DEMO: 'off', HOLDFAST_LOG: 'error' })
  const executor = scriptedExecutor()
  const places = { pages: data, migrations, bankImages: data }
  const { ctx } = await openContext({ config, places, executor })
  const { candidates, questions } = await seedOrganization(ctx, 'fill', { candidates: CANDIDATES })
  const rows = candidates.flatMap((who) =>
    Array.from({ length: Math.ceil(ops / CANDIDATES) }, (_, i) => rowOf(who, i + 1, questions[0].id)),
  )
  for (let from = 0; from < rows.length; from += CHUNK)
    await ctx.db.write(async (tx) => {
      for (const row of rows.slice(from, from + CHUNK)) await insertOp(tx, row)
    })
  await ctx.db.write(async (tx) => {
    for (const who of candidates) {
      const newest = rowOf(who, Math.ceil(ops / CANDIDATES), questions[0].id)
      await updateHead(tx, {
        id: who.attemptId,
        head_seq: newest.seq,
        head_hash: newest.hash,
        head_seal: '',
        last_contact_at: ctx.now(),
        announced: null,
        bytes: 0,
      })
    }
  })
  ctx.hub.close()
  ctx.db.close()
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

function rowOf(who: Invited, seq: number, question: number) {
  const body = Buffer.from(JSON.stringify({ question_id: question, selected_options: [seq] }))
  const at = Date.now()
  return {
    attempt_id: who.attemptId,
    seq,
    op_id: hex(`${who.ref}${seq}`).slice(0, 22),
    lease_id: who.ref,
    type: 'mcq_save',
    key: `mcq:${question}`,
    body,
    body_deflated: 0 as const,
    body_hash: hex(`body ${seq}`),
    prev_hash: hex(`${who.ref} ${seq - 1}`),
    hash: hex(`${who.ref} ${seq}`),
    boot_id: 'boot',
    mono_ms: seq * 1_000,
    wall_ms: at,
    anchor_id: 'none',
    est_server_ms: at,
    made_at: at,
    received_at: at,
    announced_at: at,
    result: 'applied',
    reason: null,
    verdict: 'on_time',
  }
}
