/** Entry of the engine as a service of its own: a second machine, or any Piston client, can use it. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createEmbeddedExecutor } from '../embedded/executor.ts'
import { createEngineService } from './service.ts'

/** Told to whoever started it, in words alone. */
class Misuse extends Error {}

const USAGE = 'npm run engine -- [--port 2000] [--host 127.0.0.1] [--slots 2]'

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '2000' },
        host: { type: 'string', default: '127.0.0.1' },
        slots: { type: 'string' },
        child: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new Misuse(`${(error as Error).message.split(/[.\n]/)[0]}. It takes: ${USAGE}`)
  }
}

function wholeNumber(name: string, text: string, from: number, to: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= from && number <= to) return number
  throw new Misuse(`--${name} takes a whole number from ${from} to ${to}, not '${text}'. It takes: ${USAGE}`)
}

async function serve(): Promise<void> {
  const values = readArguments()
  const port = wholeNumber('port', values.port, 0, 65_535)
  const slots = values.slots === undefined ? undefined : wholeNumber('slots', values.slots, 1, 64)
  const workerPath = values.child ?? fileURLToPath(new URL('./engine-child.mjs', import.meta.url))
  if (!existsSync(workerPath))
    throw new Error(`The engine's child process is not built: ${workerPath} is missing. Run npm run build.`)
  const executor = createEmbeddedExecutor({
    slots,
    workerPath,
    logger: { info: (message) => console.log(message), warn: (message) => console.warn(message) },
    prestart: true,
  })
  const service = await createEngineService(executor)
    .listen(port, values.host)
    .catch(async (error: Error) => {
      await executor.close()
      throw new Error(`The engine cannot listen on ${values.host}:${port}: ${error.message}`)
    })
  console.log(`engine listening on ${service.url}`)
  const stop = async () => {
    await service.close()
    await executor.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

serve().catch((error: Error) => {
  console.error(error.message)
  process.exit(error instanceof Misuse ? 2 : 1)
})
