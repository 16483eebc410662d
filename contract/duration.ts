/** To the second: nobody is promised time that the clock does not have. '1 h 1 min 30 s' */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  const words = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`)
  return words.join(' ') || '0 s'
}
