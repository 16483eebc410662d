import { createEmbeddedExecutor } from '../execution/embedded/executor.ts'
import { createJailExecutor } from '../execution/jail/executor.ts'
import { createEngineService } from '../execution/service/service.ts'
import { createTiers } from '../execution/tiers.ts'
import { type Command, WrongCall } from './command.ts'
import { engineChild } from './installation.ts'

/** The engines of a machine, where its settings name none of them. */
const ENGINES_HERE = ['jail', 'wasm'] as const

/** The engines as a service of its own: a second machine, or any Piston client, can use it. */
export const engineCommand: Command = {
  summary: 'serves the engines of this machine alone, to whoever speaks the API of Piston',
  usage: '[--port 2000] [--host 127.0.0.1] [--slots 2]',
  most: 0,
  options: {
    port: { type: 'string', default: '2000' },
    host: { type: 'string', default: '127.0.0.1' },
    slots: { type: 'string' },
  },
  help: [
    ['--port 2000', 'the port to listen on; 0 picks a free one and tells it'],
    ['--host 127.0.0.1', 'the address to listen on: keep it private, there are no passwords'],
    ['--slots 2', 'how many programs run at once, from 1 to 64; one less than the cores if it is left out'],
  ],
  async run({ config, values }) {
    const port = wholeNumber('port', values.port, 0, 65_535)
    const host = String(values.host)
    const slots = values.slots === undefined ? undefined : wholeNumber('slots', values.slots, 1, 64)
    const logger = {
      info: (message: string) => console.log(message),
      warn: (message: string) => console.warn(message),
    }
    const here = config.engines.filter((tier) => tier !== 'piston')
    const create = {
      jail: () => createJailExecutor({ slots, logger }),
      wasm: () => createEmbeddedExecutor({ slots, workerPath: engineChild, logger }),
    }
    const executor = createTiers(
      (here.length > 0 ? here : ENGINES_HERE).map((tier) => ({ tier, executor: create[tier]() })),
    )
    const { isolation, lacks = [] } = await executor.describe()
    if (isolation !== undefined) console.log(isolation)
    for (const words of lacks) console.log(words)
    const service = await createEngineService(executor)
      .listen(port, host)
      .catch(async (error: Error) => {
        await executor.close()
        throw new Error(`The engine cannot listen on ${host}:${port}: ${error.message}`)
      })
    console.log(`engine listening on ${service.url}`)
    const stop = async () => {
      await service.close()
      await executor.close()
      process.exit(0)
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    return null
  },
}

function wholeNumber(name: string, text: unknown, from: number, to: number): number {
  const number = Number(text)
  if (/^\d+$/.test(String(text)) && number >= from && number <= to) return number
  throw new WrongCall(`--${name} takes a whole number from ${from} to ${to}, not '${String(text)}'.`)
}
