import { Annoyed, CircleSlash, Frown, Laugh, type LucideIcon, Smile, SmilePlus } from 'lucide-react'
import { RATINGS } from '#contract/constants.ts'
import type { Tone } from '#pwa/ui/StateBadge.tsx'

interface Look {
  icon: LucideIcon
  tone: Tone
  word: string
}

const icons: Record<(typeof RATINGS)[number]['name'], { icon: LucideIcon; tone: Tone }> = {
  sad: { icon: Frown, tone: 'bad' },
  sceptic: { icon: Annoyed, tone: 'warn' },
  smile: { icon: Smile, tone: 'quiet' },
  happiness: { icon: Laugh, tone: 'ok' },
  happy: { icon: SmilePlus, tone: 'ok' },
}

/** A rating as shape, colour and its word; 5 is the saddest. */
export function lookOf(rating: number | null): Look {
  const known = RATINGS.find(({ value }) => value === rating)
  if (!known) return { icon: CircleSlash, tone: 'quiet', word: 'No rating' }
  return { ...icons[known.name], word: known.label }
}
