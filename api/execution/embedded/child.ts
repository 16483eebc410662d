/** Entry of an engine's child process: it loads the engines, gives up its rights, then runs what it is sent. */
import { readFileSync } from 'node:fs'
import { createRuntime } from '#runtimes/create.ts'
import { LANGUAGES } from '#runtimes/languages.ts'
import type { LanguageRuntime, RuntimeHost } from '#runtimes/port.ts'
import { dropRights, startWatchdog } from './child-guards.ts'
import { createRuntimeHost } from './child-host.ts'
import type { ChildMessage, ResultMessage, RunMessage } from './protocol.ts'

/** Above this resident size the collector is asked to free the memories of past runs. */
const COLLECT_ABOVE_BYTES = 200 * 1024 * 1024

function send(message: ChildMessage): void {
  process.send?.(message)
}

async function loadRuntimes(host: RuntimeHost): Promise<Map<string, LanguageRuntime>> {
  const files = process.argv.slice(2)
  const runtimes = new Map<string, LanguageRuntime>()
  for (const [index, { id }] of LANGUAGES.entries()) {
    const file = files[index]
    if (file === undefined) throw new Error(`the path of the engine file of ${id} is missing`)
    runtimes.set(id, await createRuntime(id, readFileSync(file), host))
  }
  return runtimes
}

function processCpuMs(): number {
  const usage = process.cpuUsage()
  return (usage.user + usage.system) / 1000
}

async function runMessage(
  runtimes: Map<string, LanguageRuntime>,
  message: RunMessage,
): Promise<ResultMessage> {
  const before = processCpuMs()
  const cpuMs = () => processCpuMs() - before
  const runtime = runtimes.get(message.languageId)
  if (runtime === undefined) return { type: 'result', fault: `no engine for ${message.languageId}`, cpuMs: 0 }
  try {
    const { source, stdin, limits } = message
    return { type: 'result', result: await runtime.run({ source, stdin, limits }), cpuMs: cpuMs() }
  } catch (error) {
    return { type: 'result', fault: error instanceof Error ? error.message : String(error), cpuMs: cpuMs() }
  }
}

function collect(): number {
  if (process.memoryUsage.rss() > COLLECT_ABOVE_BYTES) globalThis.gc?.()
  return process.memoryUsage.rss()
}

process.on('disconnect', () => process.exit(0))

const watchdog = startWatchdog()
const runtimes = await loadRuntimes(createRuntimeHost())
const rights = dropRights()

process.on('message', (message: RunMessage) => {
  watchdog.arm(message.lastResortMs)
  void runMessage(runtimes, message).then((result) => {
    watchdog.disarm()
    send(result)
    send({ type: 'idle', residentBytes: collect() })
  })
})
send({ type: 'ready', rights })
