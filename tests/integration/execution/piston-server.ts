import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenJob {
  authorization: string | undefined
  contentType: string | undefined
  bytes: number
  body: Record<string, unknown>
}

export interface ScriptedPiston {
  url: string
  port: number
  jobs: SeenJob[]
  /** Most jobs that were under way at the same time. */
  readonly mostAtOnce: number
  close(): Promise<void>
}

export type Script = (body: Record<string, unknown>, response: ServerResponse) => unknown

export const RUNTIMES = [
  { language: 'python', version: '3.9.4', aliases: ['py'] },
  { language: 'python', version: '3.12.0', aliases: ['py'] },
  { language: 'javascript', version: '1.32.3', aliases: ['js'], runtime: 'deno' },
  { language: 'javascript', version: '18.15.0', aliases: ['js'], runtime: 'node' },
  { language: 'c++', version: '10.2.0', aliases: ['cpp'], runtime: 'gcc' },
]

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** A server that answers as the script says: with what it returns, or by itself when it returns nothing. */
export async function scriptedPiston(
  script: Script,
  options: { runtimes?: readonly object[]; port?: number } = {},
): Promise<ScriptedPiston> {
  const jobs: SeenJob[] = []
  let atOnce = 0
  let most = 0
  const server = createServer(async (request, response) => {
    // No connection is kept for a next request: whether a server is gone then shows at once.
    response.setHeader('connection', 'close')
    if (request.url === '/api/v2/runtimes') {
      response.end(JSON.stringify(options.runtimes ?? RUNTIMES))
      return
    }
    const text = await readBody(request)
    const body = JSON.parse(text)
    const { 'content-type': contentType, authorization } = request.headers
    jobs.push({ authorization, contentType, bytes: Buffer.byteLength(text), body })
    most = Math.max(most, ++atOnce)
    const answer = await script(body, response)
    atOnce--
    if (answer !== undefined) response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    jobs,
    get mostAtOnce() {
      return most
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An answer of Piston as it is for a program that ended well, with what differs. */
export function answer(run: Record<string, unknown>, compile?: Record<string, unknown>) {
  const usual = {
    stdout: '',
    stderr: '',
    output: '',
    code: 0,
    signal: null,
    message: null,
    status: null,
    cpu_time: 10,
    wall_time: 20,
    memory: 1_000_000,
  }
  return {
    ...(compile && { compile: { ...usual, ...compile } }),
    run: { ...usual, ...run },
    language: 'python',
    version: '3.12.0',
  }
}
