import { CloseButton, Dialog, Portal, Stack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChosenItem } from '#machines/drive/form.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { plainWords } from '#pwa/ui/plainWords.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/SkeletonBlocks.tsx'
import { formatSpan } from '../../format/dates.ts'
import { queryOf } from '../../http/queryOf.ts'
import type { Source } from './sources.tsx'

interface Props {
  source: Source
  item: ChosenItem
  onClose: () => void
}

/** A problem or an MCQ as it stands in the bank, over the picker. */
export function PreviewDialog({ source, item, onClose }: Props) {
  const { call, show } = source.preview
  const query = useQuery(queryOf<unknown>(call, { params: { id: String(item.id) } }))
  return (
    <Dialog.Root
      size="lg"
      placement="center"
      scrollBehavior="inside"
      open
      onOpenChange={(to) => !to.open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header pe="12">
              <Dialog.Title textStyle="lg" overflowWrap="anywhere" lineClamp={2}>
                {plainWords(item.name)}
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
                {content(query, source.noun, show)}
              </Stack>
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function content(
  { data, error, refetch }: { data: unknown; error: Error | null; refetch: () => unknown },
  noun: string,
  show: (answer: unknown) => ReactNode,
): ReactNode {
  if (data !== undefined) return show(data)
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
