import { chakra } from '@chakra-ui/react'

const roots = [
  'M14 5.2v17',
  'M14 9.2c0 4.4-2.2 6.1-4 8.4-.9 1.2-1.5 2.5-1.6 4.2',
  'M14 9.2c0 4.4 2.2 6.1 4 8.4.9 1.2 1.5 2.5 1.6 4.2',
  'M13.6 8.6c-1 3.4-3.6 4.6-5.9 6.2-1.3 1-2.1 2.2-2.4 4',
  'M14.4 8.6c1 3.4 3.6 4.6 5.9 6.2 1.3 1 2.1 2.2 2.4 4',
  'M14 13.4c-.2 3.6-2.4 5.2-2.7 8.6',
  'M14 13.4c.2 3.6 2.4 5.2 2.7 8.6',
]

/** The mark: a root gripping the rock; one drawing everywhere, the same in both themes. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <chakra.svg width={`${size}px`} height={`${size}px`} viewBox="0 0 28 28" flexShrink="0" aria-hidden>
      <chakra.rect width="28px" height="28px" rx="6.5px" fill="deep.tile" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="1.7">
        {roots.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
    </chakra.svg>
  )
}
