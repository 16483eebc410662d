import { Button, chakra, useSlotRecipe } from '@chakra-ui/react'
import { Pencil, Star } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { OrganizationCard as Card } from '#contract/views/account.ts'
import { formatCredits } from '#pwa/console/kit/credits/Credits.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { Tip } from '#pwa/ui/Tip.tsx'
import { fromList } from '../../kit/list/useReturn.ts'
import { staffSessionKeys } from '../../kit/session/session.ts'
import { urls } from '../../urls.ts'

interface Count {
  name: string
  n: number
  /** Told on hover and focus. */
  parts?: { attended: number; absent: number }
}

const countsOf = (o: Card): Count[] => [
  { name: 'Drives', n: o.total_drives },
  {
    name: 'Drive Candidates',
    n: o.total_drives_candidates,
    parts: { attended: o.attended_drives_candidates, absent: o.unattended_drives_candidates },
  },
  { name: 'Assessment', n: o.total_assessments },
  {
    name: 'Assessment Candidates',
    n: o.total_assessments_candidates,
    parts: { attended: o.attended_assessments_candidates, absent: o.unattended_assessments_candidates },
  },
]

/** An organization with its counts. */
export function OrganizationTile({ organization }: { organization: Card }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const nameId = useId()
  const name = organization.show_name ?? organization.name
  const { credits, description } = organization
  return (
    <chakra.article css={styles.root} aria-labelledby={nameId}>
      <chakra.div css={styles.body}>
        <div>
          <chakra.h2 css={styles.title} id={nameId} title={name}>
            {name}
          </chakra.h2>
          <chakra.div css={styles.line} color={credits === 0 ? 'fg.error' : undefined}>
            <Star size={14} aria-hidden />
            {formatCredits(credits)}
          </chakra.div>
        </div>
        <chakra.p
          textStyle="sm"
          color={description ? 'fg.muted' : 'fg.subtle'}
          minH="36px"
          overflowWrap="anywhere"
        >
          {description ? (
            <ReadMore text={description} what={`the description of ${name}`} limit={LONGEST_NAME} />
          ) : (
            'No description'
          )}
        </chakra.p>
        <chakra.dl
          display="grid"
          gridTemplateColumns="minmax(0, 2fr) minmax(0, 3fr)"
          columnGap="5"
          rowGap="2"
        >
          {countsOf(organization).map((count) => (
            <chakra.div key={count.name} css={styles.count}>
              <chakra.dt css={styles.countName}>{count.name}</chakra.dt>
              <chakra.dd css={styles.countNumber}>
                <CountNumber {...count} />
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </chakra.div>
      <chakra.div css={styles.foot}>
        <Button variant="outline" size="sm" asChild>
          <Link
            to={urls.organization(organization.id)}
            state={fromList}
            aria-label={`Edit ${name}`}
            onClick={() => localStorage.setItem(staffSessionKeys.organizationId, String(organization.id))}
          >
            <Pencil aria-hidden />
            Edit
          </Link>
        </Button>
      </chakra.div>
    </chakra.article>
  )
}

function CountNumber({ name, n, parts }: Count) {
  if (!parts) return n
  return (
    <Tip text={`${parts.attended} attended, ${parts.absent} absent`}>
      <chakra.button
        type="button"
        aria-label={`${name}: ${n}`}
        borderRadius="l1"
        textDecoration="underline dotted"
        textDecorationColor="border.control"
        textUnderlineOffset="4px"
        cursor="help"
      >
        {n}
      </chakra.button>
    </Tip>
  )
}
