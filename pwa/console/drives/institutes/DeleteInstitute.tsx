import { Text } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { InstituteView } from '#contract/views/drive.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'

interface Props {
  institute: InstituteView
  onClose: () => void
}

/** The specification asks twice: the modal, then a confirmation of its own. */
export function DeleteInstitute({ institute, onClose }: Props) {
  const client = useQueryClient()
  const [isSure, setSure] = useState(false)
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => request('deleteInstitute', { params: { id: institute.id } }),
    onSuccess: async ({ message }) => {
      toastDone(message ?? consoleTexts.instituteDeleted)
      await client.invalidateQueries({ queryKey: ['getInstitutes'] })
    },
    onError: () => toastError(consoleTexts.instituteDeleteFailed),
    onSettled: onClose,
  })
  return (
    <>
      <FormDialog
        isOpen={!isSure}
        size="sm"
        title={consoleTexts.deleteInstitute}
        action="Delete"
        onSubmit={(event) => {
          event.preventDefault()
          setSure(true)
        }}
        onCancel={onClose}
      >
        <Text overflowWrap="anywhere">{`Are you sure you want to delete "${institute.name}"?`}</Text>
        <Text color="fg.muted" textStyle="sm">
          Drives held there keep its name.
        </Text>
      </FormDialog>
      <ConfirmDialog
        isOpen={isSure}
        title={
          <>
            {consoleTexts.wishToDelete} institute{' '}
            <ReadMore text={institute.name} what="name" limit={LONGEST_NAME} />?
          </>
        }
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={onClose}
      />
    </>
  )
}
