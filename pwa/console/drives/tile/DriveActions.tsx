import { IconButton } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { DriveTile } from '#contract/views/drive.ts'
import { CallError } from '#pwa/http/call.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'
import { urls } from '../../urls.ts'

const goesWith = (invited: number): string =>
  `${invited === 1 ? '1 candidate was' : `${invited} candidates were`} invited. Their links will stop working, and they will be told by email. Credits are not refunded.`

/** Edit, copy and delete, as far as the drive's state and rights allow. */
export function DriveActions({ drive }: { drive: DriveTile }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [open, setOpen] = useState<'copy' | 'delete' | null>(null)
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => request('deleteDrive', { params: { id: drive.id } }),
    onSuccess: ({ message }) => {
      toastDone(message ?? consoleTexts.driveDeleted)
      return client.invalidateQueries()
    },
    onError: (error) =>
      toastError(
        consoleTexts.driveDeleteFailed,
        error instanceof CallError && error.kind === 'refused' ? error.message : undefined,
      ),
    onSettled: () => setOpen(null),
  })
  const isOver = drive.drive_status === 'completed' || Date.parse(drive.end_time) <= Date.now()
  return (
    <>
      {!isOver && (
        <IconButton variant="ghost" size="sm" ms="auto" asChild>
          <Link to={urls.editDrive(drive.id)} aria-label={`Edit ${drive.name}`}>
            <Pencil aria-hidden />
          </Link>
        </IconButton>
      )}
      <IconButton
        variant="ghost"
        size="sm"
        ms={isOver ? 'auto' : undefined}
        aria-label={`Copy ${drive.name}`}
        onClick={() => setOpen('copy')}
      >
        <Copy aria-hidden />
      </IconButton>
      {drive.can_delete && (
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={`Delete ${drive.name}`}
          onClick={() => setOpen('delete')}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <ConfirmDialog
        isOpen={open === 'copy'}
        title={
          <>
            {consoleTexts.wantToCopy} <ReadMore text={drive.name} what="name" limit={LONGEST_NAME} /> drive?
          </>
        }
        action="Copy"
        onConfirm={() => navigate(urls.copyDrive(drive.id))}
        onCancel={() => setOpen(null)}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        title={
          <>
            {consoleTexts.wishToDelete} drive <ReadMore text={drive.name} what="name" limit={LONGEST_NAME} />?
          </>
        }
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setOpen(null)}
      >
        {drive.invitation_sent > 0 && goesWith(drive.invitation_sent)}
      </ConfirmDialog>
    </>
  )
}
