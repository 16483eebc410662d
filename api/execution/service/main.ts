/** Entry of the engine as a service of its own: a second machine, or any Piston client, can use it. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createEmbeddedExecutor } from '../embedded/executor.ts'
import { createEngineService } from './service.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2000' },
    host: { type: 'string', default: '127.0.0.1' },
    slots: { type: 'string' },
    child: { type: 'string' },
  },
})

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${text}`)
  return number
}

const workerPath = values.child ?? fileURLToPath(new URL('./engine-child.mjs', import.meta.url))
if (!existsSync(workerPath))
  throw new Error(`the engine's child process is not built: ${workerPath} is missing`)

const executor = createEmbeddedExecutor({
  slots: values.slots === undefined ? undefined : Math.max(1, wholeNumber('slots', values.slots)),
  workerPath,
  logger: { info: (message) => console.log(message), warn: (message) => console.warn(message) },
  prestart: true,
})
const service = await createEngineService(executor).listen(wholeNumber('port', values.port), values.host)
console.log(`engine listening on ${service.url}`)

const stop = async () => {
  await service.close()
  await executor.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
