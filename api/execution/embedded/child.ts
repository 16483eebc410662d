/** Entry of an engine's child process: it loads the engines, gives up its rights, then runs what it is sent. */
import { readFileSync } from 'node:fs'
import { createJavaScriptRuntime } from '#runtimes/javascript/javascript.ts'
import type { LanguageRuntime, RunLimits, RuntimeHost } from '#runtimes/port.ts'
import { createPythonRuntime } from '#runtimes/python/python.ts'
import { dropRights, startWatchdog } from './child-guards.ts'
import { createRuntimeHost } from './child-host.ts'
import type { ChildMessage, ResultMessage, RunMessage } from './protocol.ts'

/** Above this resident size the collector is asked to free the memories of past runs. */
const COLLECT_ABOVE_BYTES = 200 * 1024 * 1024

const WARM_UP_LIMITS: RunLimits = {
  cpuMs: 60_000,
  idleMs: 60_000,
  memoryBytes: 256 * 1024 * 1024,
  stdoutBytes: 1024,
  stderrBytes: 1024,
  fileBytes: 1024 * 1024,
}

function send(message: ChildMessage): void {
  process.send?.(message)
}

async function loadRuntimes(host: RuntimeHost): Promise<Map<string, LanguageRuntime>> {
  const [quickjs, python] = process.argv.slice(2)
  if (quickjs === undefined || python === undefined)
    throw new Error('the paths of the engine files are missing')
  const runtimes = [
    await createJavaScriptRuntime(readFileSync(quickjs), host),
    await createPythonRuntime(readFileSync(python), host),
  ]
  // The first run of an engine compiles its code; no candidate's program should pay for that.
  for (const runtime of runtimes) {
    await runtime.run({ source: 'print(1)', stdin: new Uint8Array(), limits: WARM_UP_LIMITS })
  }
  return new Map(runtimes.map((runtime) => [runtime.id, runtime]))
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
