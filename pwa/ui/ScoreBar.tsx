import { chakra } from '@chakra-ui/react'

interface Props {
  value: number
  total: number
  /** Work made offline that the server could not prove; drawn hatched behind the proven part, never inside it. */
  claimed?: number
  width?: string
  height?: string
  /** The meter's name; without one the bar is decoration, because the number stands beside it. */
  label?: string
}

const part = (value: number, total: number) =>
  total <= 0 ? 0 : Math.min(100, Math.max(0, (value / total) * 100))

export function ScoreBar({ value, total, claimed = value, width = '44px', height = '4px', label }: Props) {
  const proven = part(value, total)
  const more = Math.max(0, part(claimed, total) - proven)
  const meter = label
    ? {
        role: 'meter',
        'aria-label': label,
        'aria-valuenow': value,
        'aria-valuemin': 0,
        'aria-valuemax': total,
      }
    : { 'aria-hidden': true as const }
  return (
    <chakra.span
      {...meter}
      data-drawn
      display="inline-flex"
      width={width}
      height={height}
      borderRadius="full"
      overflow="hidden"
      bg="border"
      verticalAlign="middle"
      flexShrink="0"
    >
      <chakra.span bg="sea" style={{ width: `${proven}%` }} />
      <chakra.span
        style={{ width: `${more}%` }}
        backgroundImage="repeating-linear-gradient(135deg, var(--warn) 0 2px, var(--warn-soft) 2px 4px)"
      />
    </chakra.span>
  )
}
