import { collectDefaultMetrics, Registry } from 'prom-client'

/** Memory, processor time, handles and garbage collection of this process. */

let known: Registry | null = null

/**
 * They are the process's and not an installation's, so there is one of them. They are measured from the first time that
 * somebody asks: the measuring itself takes a timer of its own.
 */
export function processMetrics(): Registry {
  if (known) return known
  known = new Registry()
  collectDefaultMetrics({ register: known })
  return known
}
