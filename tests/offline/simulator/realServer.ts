import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ContentCache } from '#api/attempts/content.ts'
import { grantToDevice } from '#api/attempts/lease.ts'
import { startAttempt } from '#api/attempts/start.ts'
import { syncAttempt } from '#api/attempts/sync.ts'
import { DomainError } from '#api/kit/errors.ts'
import { Keys, newKeyFile, sha256 } from '#api/kit/keys.ts'
import { createDrive, createQuestion } from '#api/services/authoring.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { findAttemptById, insertAttempts, updateAttempt } from '#db/queries/attempts.ts'
import { ensureCandidates } from '#db/queries/candidates.ts'
import { insertInstitute } from '#db/queries/institutes.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import { insertUser } from '#db/queries/users.ts'
import type { Reply, SimServer } from './server.ts'

/** The real apply on SQLite in memory: the same functions that answer POST sync and POST sync/lease. */

const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
const FAR = 4_000_000_000

export interface RealServers {
  /** A fresh attempt on the one database. */
  next(): Promise<SimServer>
  close(): void
}

export async function openRealServers(): Promise<RealServers> {
  const db = openDatabase(':memory:', migrations)
  const keys = new Keys(newKeyFile())
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const content = new ContentCache()
  const made = await seed(db, random)
  let count = 0
  return {
    async next() {
      const ref = random(16)
      const attemptId = await db.write(async (tx) => {
        const email = `c${++count}@example.org`
        const candidates = await ensureCandidates(tx, [
          {
            organization_id: made.organizationId,
            email,
            email_key: email,
            created_at: 0,
            updated_at: 0,
          },
        ])
        const [attempt] = await insertAttempts(tx, made.driveId, [
          {
            ref,
            drive_id: made.driveId,
            candidate_id: candidates.get(email)?.id ?? 0,
            search_key: candidates.get(email)?.search_key ?? '',
            invitation_hash: sha256(`i${ref}`),
            token_hash: sha256(ref),
            order_seed: ref,
            invited_at: 0,
            created_at: 0,
          },
        ])
        if (!attempt) throw new Error('no attempt')
        const { id } = attempt
        await updateAttempt(tx, id, { profile_completed_at: 0 })
        return id
      })
      return new RealServer({ db, keys, random, content, questions: made.questionIds }, attemptId, ref)
    },
    close: () => db.close(),
  }
}

async function seed(db: Database, random: (bytes: number) => string) {
  return db.write(async (tx) => {
    const at = { created_at: 0, updated_at: 0 }
    const organizationId = await insertOrganization(tx, { name: 'Simulated', ...at })
    const createdById = await insertUser(tx, {
      organization_id: organizationId,
      email: 'a@example.org',
      email_key: 'a@example.org',
      role: 'Admin',
      ...at,
    })
    const instituteId = await insertInstitute(tx, {
      organization_id: organizationId,
      name: 'Simulated',
      created_at: 0,
    })
    const questionIds: number[] = []
    for (let i = 0; i < 3; i++)
      questionIds.push(
        await createQuestion(
          tx,
          organizationId,
          {
            description: 'A question',
            difficulty: 'easy',
            tags: [],
            marks: 1,
            timeInSeconds: 1_000_000,
            kind: 'single',
            imageKey: null,
            imageAlt: null,
            options: Array.from({ length: 10 }, () => ({
              description: 'An option',
              isAnswer: true,
              imageKey: null,
            })),
          },
          0,
        ),
      )
    const driveId = await createDrive(
      tx,
      {
        organizationId,
        createdById,
        name: 'Simulated',
        description: 'Simulated',
        instituteId,
        startTime: 0,
        endTime: FAR,
        problemIds: [],
        questionIds,
        contactIds: [],
        rules: [],
        uuid: random(16),
      },
      0,
    )
    return { organizationId, driveId, questionIds }
  })
}

interface Shared {
  db: Database
  keys: Keys
  random: (bytes: number) => string
  content: ContentCache
  questions: number[]
}

class RealServer implements SimServer {
  readonly #shared: Shared
  readonly #attemptId: number
  readonly #ref: string
  #now = 0

  constructor(shared: Shared, attemptId: number, ref: string) {
    this.#shared = shared
    this.#attemptId = attemptId
    this.#ref = ref
  }

  get #ctx() {
    return { ...this.#shared, now: () => this.#now, serverEpoch: 1, downtime: [] }
  }

  async sync(request: SyncRequest, now: number): Promise<Reply> {
    this.#now = now
    try {
      const done = await this.#shared.db.write((tx) =>
        syncAttempt(this.#ctx, tx, sha256(this.#ref), request, now),
      )
      if ('lost' in done)
        return { kind: 'refused', status: 403, code: 'lease_lost', details: { ...done.lost } }
      return { kind: 'answer', answer: done.answer }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { kind: 'refused', status: error.status, code: error.code, details: error.details ?? {} }
    }
  }

  async lease(deviceId: string, takeOver: boolean, now: number, replaces?: string) {
    this.#now = now
    try {
      return await this.#shared.db.write(async (tx) => {
        const found = await findAttemptById(tx, this.#attemptId)
        if (!found) throw new Error('no attempt')
        const started = await startAttempt(tx, found, now)
        const asked = { device_id: deviceId, device_name: deviceId, take_over: takeOver, replaces }
        return grantToDevice(this.#ctx, tx, started, asked, now)
      })
    } catch (error) {
      if (error instanceof DomainError && error.code === 'lease_held') return 'held' as const
      throw error
    }
  }

  /** A commit that was answered is durable; the disk itself has tests of its own. */
  crash(): void {}

  async stored() {
    const { raw } = this.#shared.db.read
    return {
      ops: await raw.all<{ seq: number; op_id: string; lease_id: string; hash: string }>(
        'SELECT seq, op_id, lease_id, hash FROM ops WHERE attempt_id = ? ORDER BY seq',
        this.#attemptId,
      ),
      quarantined: await raw.all<{ lease_id: string; seq: number; hash: string }>(
        "SELECT lease_id, seq, json_extract(op, '$.hash') AS hash FROM quarantine WHERE attempt_id = ?",
        this.#attemptId,
      ),
    }
  }
}
