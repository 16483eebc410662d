import { Hono } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type CallName, paths } from '#contract/paths.ts'
import { backupDetail } from './backups/schedule.ts'
import type { Context } from './context.ts'
import { mountProbe } from './doctor/probe.ts'
import { invitationHead } from './invitationHead.ts'
import { clientAddress } from './kit/address.ts'
import { DomainError } from './kit/errors.ts'
import { mountMetrics } from './metrics/mount.ts'
import { identify, requestContext } from './middleware/request.ts'
import { failure } from './middleware/respond.ts'
import { docsPage, openApiDocument } from './openapi.ts'
import { accountHandlers } from './routes/account.ts'
import { assessmentHandlers } from './routes/assessments.ts'
import { bankFileHandlers } from './routes/bankFiles.ts'
import { candidateReads } from './routes/candidateReads.ts'
import { candidatesHandlers } from './routes/candidates.ts'
import { candidateWrites } from './routes/candidateWrites.ts'
import { mountDocument } from './routes/documents.ts'
import { driveHandlers } from './routes/drives.ts'
import { evidenceHandlers } from './routes/evidence.ts'
import { executionHandlers } from './routes/executions.ts'
import type { AnyHandler } from './routes/handler.ts'
import { lateWorkHandlers } from './routes/lateWork.ts'
import { mount } from './routes/mount.ts'
import { organizationHandlers } from './routes/organizations.ts'
import { peopleHandlers } from './routes/people.ts'
import { problemHandlers } from './routes/problems.ts'
import { questionHandlers } from './routes/questions.ts'
import { rejudgeHandlers } from './routes/rejudges.ts'
import { resultHandlers } from './routes/results.ts'
import { mountFiles, snapshotHandlers } from './routes/snapshots.ts'
import { staffHandlers } from './routes/staff.ts'
import { mountSync, syncHandlers } from './routes/sync.ts'
import { templateHandlers } from './routes/templates.ts'
import { mountPages } from './static.ts'
import { mountTrust } from './tls/serve.ts'

const handlers = {
  ...candidateReads,
  ...candidateWrites,
  ...executionHandlers,
  ...snapshotHandlers,
  ...syncHandlers,
  ...accountHandlers,
  ...staffHandlers,
  ...organizationHandlers,
  ...driveHandlers,
  ...assessmentHandlers,
  ...bankFileHandlers,
  ...peopleHandlers,
  ...problemHandlers,
  ...questionHandlers,
  ...rejudgeHandlers,
  ...templateHandlers,
  ...candidatesHandlers,
  ...resultHandlers,
  ...lateWorkHandlers,
  ...evidenceHandlers,
} satisfies { [N in Exclude<CallName, 'postSync'>]: unknown }

/** 'problems/presigned_url' before 'problems/{id}': the first that fits answers. */
const literalFirst = <N extends CallName>(names: readonly N[]): N[] =>
  names.toSorted((a, b) => Number(paths[a][1].includes('{')) - Number(paths[b][1].includes('{')))

/** The table of contents: who listens where. */
export function createApp(ctx: Context, pagesFolder: string): Hono {
  const app = new Hono({ strict: false })
  app.use(identify(ctx))

  mountSync(app, ctx)
  mountDocument(app, ctx, '/api/v1/openapi.json', 'application/json; charset=utf-8', () =>
    JSON.stringify(openApiDocument()),
  )
  mountDocument(app, ctx, '/api/docs', 'text/html; charset=utf-8', docsPage)
  app.get('/api/v1/receipt_key', (c) => c.text(ctx.keys.receiptPublicKey))
  app.get('/healthz', (c) => c.json({ data: { ok: true } }))
  app.get('/readyz', async (c) => {
    const [database, engine, mail, backups] = await Promise.all([
      ctx.database.look(),
      ctx.executor.health(),
      ctx.mailTransport.health(),
      ctx.backups.state(),
    ])
    // Mails wait for their server, and a backup for its disk; nobody's test does.
    const ok = database.ok && engine.ok
    const details = {
      database: database.detail,
      engine: engine.detail,
      mail: mail.detail,
      backup: backupDetail(backups),
    }
    return c.json({ data: { ok, ...details } }, ok ? 200 : 503)
  })
  mountMetrics(app, ctx)
  mountProbe(app, ctx)
  mountTrust(app, ctx)
  for (const name of literalFirst(Object.keys(handlers) as (keyof typeof handlers)[]))
    mount(app, ctx, name, endpoints[name] as Endpoint, handlers[name] as AnyHandler)
  mountFiles(app, ctx)
  app.all('/api/*', (c) => failure(ctx, c, new DomainError('not_found', 'There is no such call.')))
  mountPages(app, pagesFolder, ctx.config.supportChatUrl, (token, c) =>
    invitationHead(requestContext(ctx, c), token, clientAddress(ctx.config, c)),
  )
  app.onError((error, c) => failure(ctx, c, error))
  return app
}
