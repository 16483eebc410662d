import { Button, chakra, IconButton, useSlotRecipe } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import type { AssessmentCard, AssessmentCard as Card } from '#contract/views/assessment.ts'
import { request } from '#pwa/console/kit/http/request.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { urls } from '../../urls.ts'
import { KeptResults } from '../tile/KeptResults.tsx'
import { NobodyInvited, TileCounts } from '../tile/TileCounts.tsx'

/** The numbers of problems and MCQs in words; a section without any is left out. */
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
            <span>{asksOf(assessment) || 'No questions at present'}</span>
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
        <KeptResults of={assessment} kind="assessment" />
      </chakra.div>
      <chakra.div css={styles.foot}>
        {action('Candidates', urls.assessmentCandidates(assessment.id))}
        {action('Results', urls.assessmentResults(assessment.id))}
        <AssessmentActions assessment={assessment} />
      </chakra.div>
    </chakra.article>
  )
}

/** Edit, copy and delete; what somebody has begun stays. */
function AssessmentActions({ assessment }: { assessment: AssessmentCard }) {
  const { id, name, can_delete } = assessment
  const navigate = useNavigate()
  const client = useQueryClient()
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => request('deleteAssessment', { params: { id } }),
    onSuccess: ({ message }) => {
      toastDone(message ?? consoleTexts.assessmentDeleted)
      return client.invalidateQueries({ queryKey: ['getAssessments'] })
    },
    onError: (error) => toastError(error.message),
    onSettled: () => setOpen(null),
  })
  return (
    <>
      <IconButton variant="ghost" size="sm" ms="auto" asChild>
        <Link to={urls.editAssessment(id)} aria-label={`Edit ${name}`}>
          <Pencil aria-hidden />
        </Link>
      </IconButton>
      <IconButton variant="ghost" size="sm" aria-label={`Copy ${name}`} onClick={() => setOpen('copy')}>
        <Copy aria-hidden />
      </IconButton>
      {can_delete && (
        <IconButton variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <ConfirmDialog
        isOpen={open === 'copy'}
        title={
          <>
            {consoleTexts.wantToCopy} <ReadMore text={name} what="name" limit={LONGEST_NAME} /> assessment?
          </>
        }
        action="Copy"
        onConfirm={() => navigate(urls.copyAssessment(id))}
        onCancel={() => setOpen(null)}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        title={
          <>
            {consoleTexts.wishToDelete} assessment <ReadMore text={name} what="name" limit={LONGEST_NAME} />?
          </>
        }
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setOpen(null)}
      />
    </>
  )
}
