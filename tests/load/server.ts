import { fileURLToPath } from 'node:url'
import { readConfig } from '#api/config.ts'
import { syncLanguages } from '#api/execution/languages.ts'
import { openContext, startServer } from '#api/server.ts'
import { scriptedExecutor } from '../factories/executor.ts'
import { seedOrganization } from '../factories/organization.ts'
import { answerParent, type Seeded } from './child.ts'

/**
 * The product's server in a process of its own, with invited candidates and an engine that runs nothing.
 * Arguments: data directory, migrations, candidates, jobs a commit ('all' or a number).
 */
const [
  data = '',
  migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url)),
  people,
  group,
] = process.argv.slice(2)

const config = readConfig({
  HOLDFAST_DATA: data,
  HOLDFAST_DEMO: 'off',
  HOLDFAST_LOG: 'error',
  PORT: '0',
  HOST: '127.0.0.1',
})
const executor = scriptedExecutor()
const options = {
  config,
  places: { pages: `${data}/pages`, migrations, bankImages: data },
  executor,
  // The bench sends in a second what a test sends in an hour.
  syncLimits: { requests: Infinity, requestsPerSecond: 1, bytes: Infinity, bytesPerSecond: 1 },
  ...(group !== 'all' && { groupLimit: Number(group) }),
}
const opened = await openContext(options)
const { ctx } = opened
await ctx.db.write(async (tx) => syncLanguages(tx, (await executor.describe()).languages))
const organization = await seedOrganization(ctx, 'bench', { candidates: Number(people) })
const running = await startServer(options, opened)
const [question] = organization.questions
answerParent(
  {
    port: running.port,
    candidates: organization.candidates.map(({ candidateId, invitation }) => ({ candidateId, invitation })),
    question: question.id,
    options: [...question.right, ...question.wrong],
  } satisfies Seeded,
  () => running.close(),
)
