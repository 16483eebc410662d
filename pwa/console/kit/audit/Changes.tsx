import { chakra } from '@chakra-ui/react'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { LONGEST_NAME } from '#contract/constants.ts'
import { ReadMore, ToggleLink } from '#pwa/ui/ReadMore.tsx'
import { type AuditNames, differencesOf } from './formatEntry.ts'

interface Props {
  before: unknown
  after: unknown
  names?: AuditNames
}

/** Each changed field with what it was and what it is. */
export function Changes({ before, after, names }: Props) {
  const differences = differencesOf(before, after, names)
  if (differences.length === 0) return '-'
  return (
    <chakra.ul
      listStyle="none"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="0.5"
      overflowWrap="anywhere"
    >
      {differences.map(({ field, before: old, after: next, each }) => (
        <li key={field}>
          {field && <chakra.span color="fg.subtle">{field} </chakra.span>}
          {old !== null && (
            <chakra.del textDecoration={next === null ? 'line-through' : 'none'} color="fg.muted">
              <ReadMore text={old} what={`what ${field} was`} limit={LONGEST_NAME} />
            </chakra.del>
          )}
          {old !== null && next !== null && (
            <chakra.span display="inline-block" px="1.5" color="fg.subtle" verticalAlign="middle">
              <ArrowRight size={12} aria-label="became" />
            </chakra.span>
          )}
          {next !== null && (
            <chakra.ins textDecoration="none">
              <ReadMore text={next} what={`what ${field} is`} limit={LONGEST_NAME} />
            </chakra.ins>
          )}
          {each && <OneByOne items={each} what={field} />}
        </li>
      ))}
    </chakra.ul>
  )
}

/** So many stand there at once; the rest comes when somebody asks for it. */
const FEW = 3

/** The items that a number counts, a line each, because nobody reads ninety addresses in one sentence. */
function OneByOne({ items, what }: { items: readonly string[]; what: string }) {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <>
      <chakra.ul listStyle="none" display="grid" gap="0.5" mt="0.5" maxH="20rem" overflowY="auto">
        {(isOpen ? items : items.slice(0, FEW)).map((item) => (
          <chakra.li key={item} color="fg.muted" truncate title={item}>
            {item}
          </chakra.li>
        ))}
      </chakra.ul>
      {items.length > FEW && (
        <ToggleLink isOpen={isOpen} onToggle={setOpen} fontWeight="500">
          {isOpen ? 'Show fewer' : `Show all ${items.length}`}
          <chakra.span srOnly>: {what}</chakra.span>
        </ToggleLink>
      )}
    </>
  )
}
