import { engineFiles } from './engineFiles.ts'
import type { DeviceLanguage } from './languages.ts'
import type { EnginesKept, KeepEngines } from './protocol.ts'
import runnerScript from './runner.worker.ts?worker&url'

/** A service worker that comes at all is there by then. */
const WORKER_WAIT_MS = 10_000

/**
 * Brings the engines of these languages to this device, so that they are here when the network is gone.
 * @returns whether all of them are; asking again goes on with what is missing
 */
export async function fetchEngines(languages: readonly DeviceLanguage[]): Promise<boolean> {
  const wanted = languages.flatMap((language) => engineFiles[language])
  const worker = await activeWorker()
  return worker ? askWorker(worker, wanted) : fetchByPage(wanted)
}

async function activeWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_WAIT_MS))
  const found = await Promise.race([navigator.serviceWorker.ready, late])
  return found?.active ?? null
}

function askWorker(worker: ServiceWorker, wanted: string[]): Promise<boolean> {
  const message: KeepEngines = { type: 'keep-engines', wanted, current: Object.values(engineFiles).flat() }
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<EnginesKept>) => resolve(data.kept)
    worker.postMessage(message, [port2])
  })
}

/**
 * Without a worker the browser's own cache is the best there is: the files never change under their names. The code
 * that starts the engines is fetched with them, because nothing else keeps it either.
 */
async function fetchByPage(wanted: readonly string[]): Promise<boolean> {
  const files = [runnerScript, ...wanted]
  const answers = await Promise.allSettled([
    import('./runOnDevice.ts'),
    ...files.map((file) => fetch(file).then((answer) => answer.blob())),
  ])
  return answers.every(({ status }) => status === 'fulfilled')
}
