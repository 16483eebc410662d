/** Entry of the thread that compares long outputs. */
import { parentPort } from 'node:worker_threads'
import { outcomeOfTest } from '#runtimes/compare.ts'
import type { Compared, ToCompare } from './messages.ts'

parentPort?.on('message', ({ id, expected, stdout }: ToCompare) => {
  const answer: Compared = { id, outcome: outcomeOfTest(expected, 'ok', stdout) }
  parentPort?.postMessage(answer)
})
