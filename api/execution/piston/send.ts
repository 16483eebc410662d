import type { Limits } from '../port.ts'
import type { ExecutionLogger } from '../results.ts'
import type { ExecuteAnswer } from './answers.ts'
import { PistonError, sendJob } from './client.ts'
import type { PinnedLanguage } from './languages.ts'
import { factorAt, leastBusy, letRest, type PistonNode } from './nodes.ts'
import { COMPILE_TIMEOUT_MS } from './request.ts'

/** A job as it is sent to nodes of one speed. */
export interface JobForm {
  body: string
  limits: Limits
}

export interface Job {
  language: PinnedLanguage
  /** By the factor of the nodes. */
  forms: ReadonlyMap<number, JobForm>
}

/** Beyond a job's own limits: for its way there and for the sandbox to be set up and taken down. */
const TRAVEL_MS = 10_000

/** How long a job can go on at the server, whoever waits for it, in milliseconds. */
function longest({ limits }: JobForm): number {
  return limits.wallMs + 2 * COMPILE_TIMEOUT_MS
}

/** Sends a job to one node, within its slots. A job whose answer is lost keeps its slot until it must be over. */
async function runOn(
  node: PistonNode,
  job: Job,
  signals: AbortSignal[],
): Promise<{ answer: ExecuteAnswer; limits: Limits }> {
  const form = job.forms.get(factorAt(node, job.language))
  if (form === undefined) throw new Error(`the job is not made for ${node.endpoint.url}`)
  const release = await node.places.acquire(AbortSignal.any(signals))
  const startedAt = performance.now()
  let heldForMs = 0
  try {
    const deadline = AbortSignal.timeout(Math.ceil(longest(form)) + TRAVEL_MS)
    const answer = await sendJob(node.endpoint, form.body, AbortSignal.any([...signals, deadline]))
    return { answer, limits: form.limits }
  } catch (error) {
    if (error instanceof PistonError && error.started) {
      heldForMs = Math.max(0, longest(form) - (performance.now() - startedAt))
    }
    throw error
  } finally {
    if (heldForMs > 0) setTimeout(release, heldForMs).unref()
    else release()
  }
}

/** Runs a job on a node and leaves the node alone for a while where it failed. */
async function attempt(
  node: PistonNode,
  job: Job,
  signals: AbortSignal[],
  logger: ExecutionLogger,
): Promise<{ answer: ExecuteAnswer; limits: Limits }> {
  try {
    const result = await runOn(node, job, signals)
    node.refusal = null
    return result
  } catch (error) {
    // A job that was given up says nothing about its node.
    if (error instanceof PistonError && !signals.some((signal) => signal.aborted)) {
      logger.warn(`piston ${node.endpoint.url}: ${error.message}`)
      letRest(node, Date.now())
      if (error.refused) node.refusal = error.message
    }
    throw error
  }
}

/**
 * Sends a job to the least busy of the nodes that can do it. Only where the job cannot have begun, or the server
 * failed, it is sent once more, to another node if there is one.
 */
export async function sendToPiston(
  job: Job,
  able: PistonNode[],
  signals: AbortSignal[],
  logger: ExecutionLogger,
): Promise<{ answer: ExecuteAnswer; limits: Limits }> {
  const first = leastBusy(able, Date.now())
  if (first === undefined) throw new Error(`no server has ${job.language.language} ${job.language.version}`)
  try {
    return await attempt(first, job, signals, logger)
  } catch (error) {
    if (!(error instanceof PistonError && error.again)) throw error
    return attempt(leastBusy(able, Date.now()) ?? first, job, signals, logger)
  }
}
