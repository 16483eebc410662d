/** Entry of an engine's child process: it loads the engines, gives up its rights, then runs what it is sent. */
import { readFileSync } from 'node:fs'
import { createRuntime } from '#runtimes/create.ts'
import { COMMON_LANGUAGES, ENGINES, engineLanguage, LANGUAGES } from '#runtimes/languages.ts'
import type { LanguageRuntime } from '#runtimes/port.ts'
import { dropRights, startWatchdog } from './child-guards.ts'
import { createRuntimeHost } from './child-host.ts'
import type { ChildMessage, LoadedMessage, LoadMessage, ResultMessage, RunMessage } from './protocol.ts'

/** Above this resident size the collector is asked to free the memories of past runs. */
const COLLECT_ABOVE_BYTES = 200 * 1024 * 1024

function send(message: ChildMessage): void {
  process.send?.(message)
}

/** The bytes of each language's files: they are read at once, as the process cannot read them without its rights. */
function readFiles(): Map<string, Buffer<ArrayBuffer>[]> {
  const paths = process.argv.slice(2)
  const known = new Map<string, Buffer<ArrayBuffer>>()
  const read = (path: string): Buffer<ArrayBuffer> => {
    const bytes = known.get(path) ?? readFileSync(path)
    known.set(path, bytes)
    return bytes
  }
  return new Map(
    LANGUAGES.map(({ id }) => {
      const own = paths.splice(0, ENGINES[id].files.length)
      if (own.length < ENGINES[id].files.length)
        throw new Error(`the path of an engine file of ${id} is missing`)
      return [id, own.map(read)]
    }),
  )
}

const files = readFiles()
const host = createRuntimeHost()
const runtimes = new Map<string, LanguageRuntime>()

/** Makes the engine of a language, once. */
async function load(languageId: string): Promise<void> {
  const language = engineLanguage(languageId)
  if (!language || runtimes.has(language.id)) return
  runtimes.set(language.id, await createRuntime(language.id, files.get(language.id) ?? [], host))
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const loaded = ({ languageId }: LoadMessage): Promise<LoadedMessage> =>
  load(languageId).then(
    () => ({ type: 'loaded' }),
    (error) => ({ type: 'loaded', fault: wordsOf(error) }),
  )

function processCpuMs(): number {
  const usage = process.cpuUsage()
  return (usage.user + usage.system) / 1000
}

async function runMessage(message: RunMessage): Promise<ResultMessage> {
  const before = processCpuMs()
  const cpuMs = () => processCpuMs() - before
  const runtime = runtimes.get(message.languageId)
  if (runtime === undefined) return { type: 'result', fault: `no engine for ${message.languageId}`, cpuMs: 0 }
  try {
    const { source, stdin, limits } = message
    return { type: 'result', result: await runtime.run({ source, stdin, limits }), cpuMs: cpuMs() }
  } catch (error) {
    return { type: 'result', fault: wordsOf(error), cpuMs: cpuMs() }
  }
}

function collect(): number {
  if (process.memoryUsage.rss() > COLLECT_ABOVE_BYTES) globalThis.gc?.()
  return process.memoryUsage.rss()
}

process.on('disconnect', () => process.exit(0))

const watchdog = startWatchdog()
for (const { id } of COMMON_LANGUAGES) await load(id)
const rights = dropRights()

process.on('message', (message: RunMessage | LoadMessage) => {
  if (message.type === 'load') {
    void loaded(message).then(send)
    return
  }
  watchdog.arm(message.lastResortMs)
  void runMessage(message).then((result) => {
    watchdog.disarm()
    send(result)
    send({ type: 'idle', residentBytes: collect() })
  })
})
send({ type: 'ready', rights })
