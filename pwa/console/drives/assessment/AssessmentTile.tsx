import { Button, chakra, useSlotRecipe } from '@chakra-ui/react'
import { Sparkles } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import type { AssessmentCard as Card } from '#contract/views/assessment.ts'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { urls } from '../../urls.ts'
import { NobodyInvited } from '../tile/NobodyInvited.tsx'
import { TileCounts } from '../tile/TileCounts.tsx'
import { AssessmentActions } from './AssessmentActions.tsx'

/** What it asks, in words; a section without any is left out. */
const asksOf = ({ problem_count, mcq_count }: Card): string =>
  [problem_count > 0 ? plural(problem_count, 'problem') : '', mcq_count > 0 ? plural(mcq_count, 'MCQ') : '']
    .filter(Boolean)
    .join(', ')

export function AssessmentTile({ assessment }: { assessment: Card }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const nameId = useId()
  const action = (name: string, to: string) => (
    <Button variant="outline" size="sm" asChild>
      <Link to={to} aria-describedby={nameId}>
        {name}
      </Link>
    </Button>
  )
  return (
    <chakra.article css={styles.root} aria-labelledby={nameId} display="flex" flexDirection="column">
      <chakra.div css={styles.body} flex="1" alignContent="start">
        <div>
          <chakra.h2 css={styles.title} id={nameId} title={assessment.name}>
            {assessment.name}
          </chakra.h2>
          <chakra.div css={styles.line} justifyContent="space-between">
            <span>{asksOf(assessment) || 'Asks nothing now'}</span>
            {assessment.is_param && (
              <StateBadge icon={Sparkles} tone="info">
                {consoleTexts.paramAssessment}
              </StateBadge>
            )}
          </chakra.div>
        </div>
        <chakra.p textStyle="sm" color="fg.muted" lineClamp="2" minH="36px" overflowWrap="anywhere">
          {assessment.description}
        </chakra.p>
        <TileCounts of={assessment} />
        {assessment.invitation_sent === 0 && (
          <NobodyInvited to={urls.assessmentCandidates(assessment.id)} nameId={nameId} />
        )}
      </chakra.div>
      <chakra.div css={styles.foot}>
        {action('Candidates', urls.assessmentCandidates(assessment.id))}
        {action('Results', urls.assessmentResults(assessment.id))}
        <AssessmentActions assessment={assessment} />
      </chakra.div>
    </chakra.article>
  )
}
