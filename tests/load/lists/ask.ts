import { Agent, request } from 'node:http'

/** One connection to the server that asks one thing at a time. */
export class Asker {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /**
   * Milliseconds from the request to the last byte of its answer, and how many lines and bytes it had.
   * @throws Error where the answer is not 200
   */
  get(
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ ms: number; bytes: number; lines: number }> {
    return new Promise((resolve, reject) => {
      const begun = performance.now()
      const asked = request(
        { port: this.#port, host: '127.0.0.1', path, headers, agent: this.#agent },
        (answer) => {
          let bytes = 0
          let lines = 0
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
          })
          answer.once('error', reject)
          answer.once('end', () => {
            if (answer.statusCode === 200) resolve({ ms: performance.now() - begun, bytes, lines })
            else reject(new Error(`${path} answered ${answer.statusCode}`))
          })
        },
      )
      asked.once('error', reject)
      asked.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
