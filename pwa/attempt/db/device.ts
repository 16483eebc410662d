import { randomText } from '../random.ts'
import type { LocalDatabase } from './schema.ts'

/** This browser profile: stored before the first call that carries it. */
export async function deviceId(db: LocalDatabase): Promise<string> {
  return db.transaction('rw', db.settings, async () => {
    const known = await db.settings.get('device_id')
    if (typeof known?.value === 'string') return known.value
    const made = randomText(16)
    await db.settings.put({ name: 'device_id', value: made })
    return made
  })
}

/** This device as another one is told about it: browser and system, nothing finer. */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrom(e|ium)\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'a browser'
  const system = /Windows/.test(agent)
    ? 'Windows'
    : /Android/.test(agent)
      ? 'Android'
      : /iPhone|iPad/.test(agent)
        ? 'iOS'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux|X11/.test(agent)
            ? 'Linux'
            : 'an unknown system'
  return `${browser} on ${system}`
}
