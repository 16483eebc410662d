import { readConfig } from '#api/config.ts'
import { openContext, startServer } from '#api/server.ts'
import { scriptedExecutor } from '../factories/executor.ts'
import { answerParent } from './child.ts'
import { Watch } from './lists/watch.ts'

/**
 * The product's server in a process of its own on data that is there, with an engine that runs nothing.
 * Arguments: data directory, migrations.
 */
const [data = '', migrations = ''] = process.argv.slice(2)

const options = {
  config: readConfig({
    HOLDFAST_DATA: data,
    HOLDFAST_DEMO: 'off',
    HOLDFAST_LOG: 'error',
    PORT: '0',
    HOST: '127.0.0.1',
  }),
  places: { pages: `${data}/pages`, migrations, bankImages: data },
  executor: scriptedExecutor(),
}
const opened = await openContext(options)
const { read } = opened.ctx.db
/** The subject of the calls: the drive with the most attempts, and its best attempt. */
const subject = await read.raw.get<{ organization: number; drive: number; candidate: number; ref: string }>(
  `SELECT d.organization_id AS organization, d.id AS drive, a.candidate_id AS candidate, a.ref
   FROM attempts a JOIN drives d ON d.id = a.drive_id
   WHERE d.id = (SELECT id FROM drives ORDER BY invitation_sent DESC LIMIT 1) AND a.finished_at IS NOT NULL
   ORDER BY a.score DESC, a.id DESC LIMIT 1`,
)
if (!subject) throw new Error(`${data} holds no large drive`)
const running = await startServer(options, opened)
const watch = new Watch()
answerParent({ port: running.port, ...subject }, () => running.close(), {
  watch: () => watch.begin(),
  seen: () => watch.end(),
})
