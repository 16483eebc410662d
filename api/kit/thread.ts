import { existsSync } from 'node:fs'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread of the server: the bundle of that name, beside the server's parts; in development its source. */
export function startThread(bundle: string, source: URL, options: WorkerOptions = {}): Worker {
  const built = new URL(bundle, import.meta.url)
  if (existsSync(built)) return new Worker(built, options)
  // A thread does not take over what makes its parent read TypeScript.
  const program = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(source.href)}) })`
  return new Worker(program, { ...options, eval: true })
}
