/** When the screen speaks about the connection: quietly first, never as a reproach. */

export const CALM_BANNER_MS = 10_000
export const FIRM_BANNER_MS = 60_000
export const RETURNED_MS = 3_000

export type OfflineTone = 'quiet' | 'calm' | 'firm'

export function offlineTone(lostSince: number, now: number): OfflineTone {
  const ms = now - lostSince
  if (ms >= FIRM_BANNER_MS) return 'firm'
  return ms >= CALM_BANNER_MS ? 'calm' : 'quiet'
}

/** 'Offline 42 s', then minutes, then hours. */
export function formatLength(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
