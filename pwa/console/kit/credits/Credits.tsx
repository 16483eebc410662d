import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { queryOf } from '../http/queryOf.ts'
import { useSession } from '../session/sessionStore.ts'

/** '1,284 Credits', '1 Credit' */
export const formatCredits = (n: number): string =>
  n === 0 ? consoleTexts.zeroCredits : `${n.toLocaleString('en')} ${n === 1 ? 'Credit' : 'Credits'}`

/** The lack of credits for which invitations were refused. */
export interface Lack {
  needed: number
  credits: number
}

/** 'This takes 35 credits, and your organization has 12. No one was invited.' */
export const formatLack = ({ needed, credits }: Lack): string =>
  `This takes ${needed.toLocaleString('en')} ${needed === 1 ? 'credit' : 'credits'}, and your organization has ${credits.toLocaleString('en')}. No one was invited.`

/** How many there are, with a star; '0 Credits' in red. Nothing while the server has not told. */
export function Credits() {
  const credits = useCredits()
  if (credits === undefined) return null
  const text = formatCredits(credits)
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2.5"
      fontWeight="500"
      color={credits === 0 ? 'fg.error' : 'fg'}
      title={text}
    >
      <Star size={16} aria-hidden />
      <chakra.span fontVariantNumeric="tabular-nums">{text}</chakra.span>
    </chakra.span>
  )
}

/** The organization's credits; undefined until the server told them, and for whoever belongs to none. */
function useCredits(): number | undefined {
  const isMember = useSession()?.user.role === 'Admin'
  const query = useQuery({ ...queryOf('getRemainingCredits'), enabled: isMember })
  return query.data?.credits
}
