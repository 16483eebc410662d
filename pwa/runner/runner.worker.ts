/** Entry of the Web Worker that runs programs on the device. The page throws it away when a program takes too long. */
import { createRuntime } from '#runtimes/create.ts'
import type { LanguageRuntime, RuntimeHost } from '#runtimes/port.ts'
import type { FromRunner, ToRunner } from './protocol.ts'

/** A worker's stack is about 1 MB and cannot be made larger. */
const STACK_BYTES = 256 * 1024
/** For a file in the cache it is long; without it a line that answers nothing would be waited for. */
const FETCH_MS = 20_000

const host: RuntimeHost = {
  // A browser tells no processor time; a worker that only computes takes as much as passes.
  cpuNowMs: () => performance.now(),
  // Waiting without work needs shared memory, which pages get only when they are isolated from all others.
  sleep(milliseconds) {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  },
  stackBytes: STACK_BYTES,
}

let runtime: LanguageRuntime | undefined

async function fetched(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(file, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!answer.ok) throw new Error(`the engine's file answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function load({ language, files }: Extract<ToRunner, { type: 'load' }>): Promise<FromRunner> {
  runtime = await createRuntime(language, await Promise.all(files.map(fetched)), host)
  return { type: 'ready' }
}

async function run({ source, stdin, limits }: Extract<ToRunner, { type: 'run' }>): Promise<FromRunner> {
  if (!runtime) throw new Error('no engine was loaded')
  const started = performance.now()
  const result = await runtime.run({ source, stdin, limits })
  return { type: 'result', result, ms: performance.now() - started }
}

addEventListener('message', ({ data }: MessageEvent<ToRunner>) => {
  const done = data.type === 'load' ? load(data) : run(data)
  done
    .catch((error: unknown): FromRunner => ({ type: 'fault', message: String(error) }))
    .then((answer) => postMessage(answer))
})
