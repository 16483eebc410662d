import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { connect } from '#db/connect.ts'
import {
  Device,
  fillIn,
  type Invited,
  type Organization,
  type OrganizationOptions,
  openApp,
  type Send,
  seedOrganization,
  waitFor,
} from '../factories/index.ts'
import { foldersOfBoxes, groupsOfBoxes, processesOfBoxes } from '../integration/execution/jail/boxesLeft.ts'
import { type ServerProcess, startProcess } from './process.ts'

/** A server in a process of its own whose programs run in boxes, and candidates who submit to it. */

const jail = createJailExecutor({ slots: 1 })
/** The engine of boxes on this machine, as it describes itself. */
export const boxes = await jail.describe()

export interface BoxServer {
  data: string
  org: Organization
  /** The id of a language's row. */
  languageId(code: string): number
  /** The process of now; it begins anew with `start`. */
  server(): ServerProcess
  start(): Promise<void>
  send: Send
  /** Folders of programs that stand there now, and processes of boxes that live. */
  folders(): string[]
  processes(): string[]
  /** Control groups of boxes that any of its processes has made. */
  groups(): string[]
  rows<T>(sql: string): T[]
  /** Ends it and removes all of it. */
  remove(): Promise<void>
}

/** Seeds a data directory and starts the server on it. */
export async function startBoxServer(options: OrganizationOptions): Promise<BoxServer> {
  const filled = await openApp({
    executor: jail,
    clock: { now: Date.now, move: () => {}, set: () => {} },
  })
  const org = await seedOrganization(filled.ctx, 'boxes', options)
  const languages = await filled.rows<{ id: number; code_id: string }>('SELECT id, code_id FROM languages')
  await filled.close()
  // A folder of its own for all of its boxes: other tests have some at the same time. Their user may be another one.
  const temporary = mkdtempSync(join(tmpdir(), 'holdfast-faults-'))
  chmodSync(temporary, 0o755)
  let server: ServerProcess | undefined
  const pids: number[] = []
  const start = async (): Promise<void> => {
    server = await startProcess(filled.data, {
      ...(server && { port: server.port }),
      settings: { HOLDFAST_ENGINES: 'jail', TMPDIR: temporary },
    })
    pids.push(server.child.pid ?? 0)
  }
  await start()
  const current = (): ServerProcess => {
    if (!server) throw new Error('The server was not started')
    return server
  }
  return {
    data: filled.data,
    org,
    languageId: (code) => languages.find(({ code_id }) => code_id === code)?.id ?? 0,
    server: current,
    start,
    send: (path, init) => fetch(`http://127.0.0.1:${current().port}${path}`, init),
    folders: () => foldersOfBoxes(temporary).map((name) => join(temporary, name)),
    processes: () => processesOfBoxes(temporary),
    groups: () => groupsOfBoxes(pids),
    rows<T>(sql: string): T[] {
      const database = connect(join(filled.data, 'holdfast.db'), { readonly: true })
      try {
        return database.prepare(sql).all() as T[]
      } finally {
        database.close()
      }
    },
    async remove() {
      await server?.kill()
      for (const folder of [temporary, filled.data]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A candidate in the test. */
export async function enter(at: Pick<BoxServer, 'send'>, who: Invited): Promise<Device> {
  const device = new Device(at.send, await fillIn(at.send, who), Date.now)
  await device.start()
  return device
}

export async function submit(
  device: Device,
  { org, languageId }: BoxServer,
  language: string,
  source: string,
): Promise<void> {
  const [{ id }] = org.problems
  const language_id = languageId(language)
  device.write('submit', `code:${id}:${language_id}`, { problem_id: id, language_id, source_code: source })
  await device.sync()
}

export interface Verdict {
  status: string
  /** Its tests as far as they are judged, and the different ways in which they ended. */
  tests: number
  outcomes: string
  /** Its jobs, done or not. */
  jobs: number
}

/** Every submission, the oldest first. */
const verdictsOf = ({ rows }: BoxServer): Verdict[] =>
  rows<Verdict>(
    `SELECT s.status, count(t.test_case_id) AS tests, coalesce(group_concat(DISTINCT t.outcome), '') AS outcomes,
       (SELECT count(*) FROM jobs j WHERE j.kind = 'judge' AND j.subject_id = s.id) AS jobs
     FROM submissions s LEFT JOIN submission_tests t ON t.submission_id = s.id GROUP BY s.id ORDER BY s.id`,
  )

export const allJudged = (at: BoxServer, many: number): Promise<Verdict[]> =>
  waitFor(
    `${many} verdicts`,
    () => {
      const all = verdictsOf(at)
      return all.length === many && all.every(({ status }) => status === 'accepted') && all
    },
    { within: 60_000 + many * 5_000, every: 50 },
  )
