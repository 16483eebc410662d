import { IconButton } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { AssessmentCard } from '#contract/views/assessment.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'
import { urls } from '../../urls.ts'

/** Edit, copy and delete; what somebody has begun stays. */
export function AssessmentActions({ assessment }: { assessment: AssessmentCard }) {
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
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setOpen(null)}
      />
    </>
  )
}
