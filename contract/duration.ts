import { plural } from './plural.ts'

/** To the second: nobody is promised time that the clock does not have. */
export function formatDuration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const words = [
    minutes > 0 ? plural(minutes, 'minute') : '',
    rest > 0 || minutes === 0 ? plural(rest, 'second') : '',
  ]
  return words.filter(Boolean).join(' ')
}
