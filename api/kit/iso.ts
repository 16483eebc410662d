/** A moment as the interface tells it: '2026-01-15T09:00:00.000Z'; null stays null. */
export function iso(ms: number): string
export function iso(ms: number | null): string | null
export function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
