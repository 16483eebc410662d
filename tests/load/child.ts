import { type ChildProcess, fork } from 'node:child_process'

/** Both ends of the talk between the bench and the servers it measures. */

export interface Seeded {
  port: number
  candidates: { candidateId: number; invitation: string }[]
  question: number
  options: number[]
}

/**
 * In the server: says what it serves, tells its CPU time when asked, ends when told or left alone.
 * @param answers to what else the bench asks of it, by the question
 */
export function answerParent(
  ready: object,
  close: () => Promise<unknown>,
  answers: Readonly<Record<string, () => object>> = {},
): void {
  process.send?.({ ready })
  process.on('message', (asked) => {
    const answer = answers[String(asked)]
    if (answer) process.send?.(answer())
    else if (asked === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send?.({ cpu: (user + system) / 1000 })
    } else void close().finally(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(0))
}

/** In the bench: a server's process. */
export class Child<T extends { port: number }> {
  readonly #process: ChildProcess
  readonly served: T

  private constructor(process: ChildProcess, served: T) {
    this.#process = process
    this.served = served
  }

  static async start<T extends { port: number }>(script: string, args: string[], node: string[] = []) {
    const process = fork(script, args, { execArgv: node })
    const { ready } = await next<{ ready: T }>(process)
    return new Child(process, ready)
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Milliseconds of CPU it has used. */
  async cpu(): Promise<number> {
    const told = next<{ cpu: number }>(this.#process)
    this.#process.send('cpu')
    return (await told).cpu
  }

  /** Its answer to a question of this bench. */
  async ask<A>(question: string): Promise<A> {
    const told = next<A>(this.#process)
    this.#process.send(question)
    return told
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#process.send('stop')
    })
  }
}

function next<T>(process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A server ended with ${code}`))
    process.once('exit', ended)
    process.once('message', (message) => {
      process.off('exit', ended)
      resolve(message as T)
    })
  })
}
