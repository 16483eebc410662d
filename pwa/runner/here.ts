import { engineFiles } from './engineFiles.ts'
import type { DeviceLanguage } from './languages.ts'

/** Whether an engine lies on this device. If no worker keeps engines, only trying tells. */
export async function isEngineHere(language: DeviceLanguage): Promise<boolean> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return true
  return (await caches.match(engineFiles[language]).catch(() => null)) !== undefined
}
