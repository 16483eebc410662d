import { Dialog, Stack } from '@chakra-ui/react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChosenItem } from '#machines/drive/form.ts'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/Skeletons.tsx'
import { formatSpan } from '../../kit/format/dates.ts'
import type { Source } from './sources.tsx'

interface Props {
  source: Source
  item: ChosenItem
  onClose: () => void
}

/** A problem or an MCQ as it stands in the bank, over the picker. */
export function PreviewDialog({ source, item, onClose }: Props) {
  const query = source.usePreview(item.id)
  return (
    <DialogShell size="lg" onClose={onClose}>
      <Dialog.Header pe="12">
        <Dialog.Title textStyle="lg" overflowWrap="anywhere" lineClamp={2}>
          {plainText(item.name)}
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0" pb="6" tabIndex={0}>
        <Stack gap="5">
          <Facts
            facts={[
              ['Difficulty', item.difficulty],
              ['Time', formatSpan(item.seconds)],
              ['Marks', item.marks],
            ]}
          />
          {content(query, source.noun)}
        </Stack>
      </Dialog.Body>
    </DialogShell>
  )
}

function content({ data, error, refetch }: UseQueryResult<ReactNode>, noun: string): ReactNode {
  if (data !== undefined) return data
  if (error)
    return (
      <Fault
        sentence={`This ${noun} could not be loaded.`}
        why={error.message}
        onRetry={() => void refetch()}
      />
    )
  return <SkeletonBlocks heights={['120px', '80px']} />
}
