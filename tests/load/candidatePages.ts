import { readConfig } from '#api/config.ts'
import { startServer } from '#api/server.ts'
import { scriptedExecutor } from '../factories/executor.ts'
import { answerParent } from './child.ts'

/**
 * The product's server in a process of its own, on the reference pages in place of its own: what compresses, caches
 * and guards them is the same. Arguments: data directory, migrations, pages.
 */
const [data = '', migrations = '', pages = ''] = process.argv.slice(2)

const running = await startServer({
  config: readConfig({
    HOLDFAST_DATA: data,
    HOLDFAST_DEMO: 'off',
    HOLDFAST_LOG: 'error',
    PORT: '0',
    HOST: '127.0.0.1',
  }),
  places: { pages, migrations, bankImages: data },
  executor: scriptedExecutor(),
})
answerParent({ port: running.port }, () => running.close())
