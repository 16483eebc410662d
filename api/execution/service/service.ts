import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { knownLanguage } from '../catalogue.ts'
import type { CaseResult, Executor } from '../port.ts'
import { answerBody } from './answer.ts'
import { BadRequest, readJob, type ServiceJob, type ServiceRuntime, serviceRuntimes } from './job.ts'
import { type EngineServiceOptions, SERVICE_DEFAULTS, type ServiceSettings } from './options.ts'

/** The largest body that Piston's parser takes. */
const MAX_BODY_BYTES = 100 * 1024

export interface RunningService {
  url: string
  port: number
  /** Stops listening; jobs under way lose their connections. The executor stays open. */
  close(): Promise<void>
}

export interface EngineService {
  app: Hono
  /** Listens on a port (0 picks one) of an address. Rejects when the port is taken. */
  listen(port: number, hostname?: string): Promise<RunningService>
}

async function runJob(executor: Executor, job: ServiceJob): Promise<CaseResult | undefined> {
  const program = { languageId: job.runtime.id, source: job.source }
  const cases = [{ id: 'run', stdin: job.stdin }]
  for await (const result of executor.execute(program, cases, { limits: job.limits })) return result
  return undefined
}

function createApp(executor: Executor, settings: ServiceSettings): Hono {
  const app = new Hono()
  const runtimes = async (): Promise<ServiceRuntime[]> =>
    serviceRuntimes(await executor.describe(), aliasesOf)

  app.notFound((c) => c.json({ message: 'Not Found' }, 404))
  // Piston answers a failure of the engine with 500 and nothing else.
  app.onError(() => new Response(null, { status: 500 }))

  app.get('/', (c) => c.json({ message: 'Holdfast engine, Piston API v2' }))

  app.get('/api/v2/runtimes', async (c) =>
    c.json(
      (await runtimes()).map(({ id, version, aliases, engine, timeFactor }) => ({
        language: id,
        version,
        aliases,
        runtime: engine,
        // Not Piston's: who judges by limits made for native speed has to ask for so many times as much.
        time_factor: timeFactor ?? 1,
      })),
    ),
  )

  app.post(
    '/api/v2/execute',
    async (c, next) => {
      if (c.req.header('content-type')?.startsWith('application/json')) return next()
      return c.json({ message: 'requests must be of type application/json' }, 415)
    },
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ stack: 'PayloadTooLargeError: request entity too large' }, 400),
    }),
    async (c) => {
      let body: unknown
      try {
        body = JSON.parse((await c.req.text()) || '{}')
      } catch (error) {
        return c.json({ stack: String(error) }, 400)
      }
      let job: ServiceJob
      try {
        job = readJob(body, await runtimes(), settings)
      } catch (error) {
        if (error instanceof BadRequest) return c.json({ message: error.message }, 400)
        throw error
      }
      const result = await runJob(executor, job)
      if (result === undefined || result.outcome === 'engine_error') return c.body(null, 500)
      return c.json(answerBody(result, job, settings.quirks))
    },
  )
  return app
}

/** An executor as an HTTP service that speaks the Piston API v2, for one machine more or for any Piston client. */
export function createEngineService(executor: Executor, options: EngineServiceOptions = {}): EngineService {
  const app = createApp(executor, { ...SERVICE_DEFAULTS, ...options })
  return {
    app,
    listen: (port, hostname = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        const server: ServerType = serve(
          { fetch: app.fetch, port, hostname, overrideGlobalObjects: false },
          (address) => {
            resolve({
              url: `http://${hostname}:${address.port}`,
              port: address.port,
              close: () => stop(server),
            })
          },
        )
        server.once('error', reject)
      }),
  }
}

function stop(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}

const aliasesOf = (id: string): readonly string[] => knownLanguage(id)?.aliases ?? []
