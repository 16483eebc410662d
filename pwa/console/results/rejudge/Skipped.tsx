import { chakra, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import type { RejudgeRow, RejudgeView } from '#contract/views/bank.ts'

type One = RejudgeView['skipped'][number]

export const skippedName = ({
  first_name,
  last_name,
  email,
}: Pick<RejudgeRow, 'first_name' | 'last_name' | 'email'>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

const why: Readonly<Record<One['why'], string>> = {
  judged: 'already judged by this version',
  running: 'test running',
  judging: 'still being judged',
  changed: 'changed since',
}

interface Props {
  rejudge: Pick<RejudgeView, 'status' | 'left_out' | 'skipped'>
  reportOf: (one: One) => string
}

/**
 * Who is left out, by name as things stand: as many as were counted, unless tests have ended or begun again since.
 */
export function Skipped({ rejudge: { status, left_out, skipped }, reportOf }: Props) {
  const isOver = status === 'applied' || status === 'discarded'
  const all = isOver ? left_out : Math.max(left_out, skipped.length)
  if (all === 0) return null
  const rest = all - skipped.length
  return (
    <Text mt="1">
      {plural(all, 'candidate')} skipped
      {skipped.length > 0 && ': '}
      {skipped.map((one, index) => (
        <span key={one.token}>
          {index > 0 && ', '}
          <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
            <Link to={reportOf(one)}>{skippedName(one)}</Link>
          </chakra.span>{' '}
          ({why[one.why]})
        </span>
      ))}
      {skipped.length > 0 && rest > 0 && ` and ${rest} more`}.
    </Text>
  )
}
