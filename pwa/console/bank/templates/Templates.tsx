import { Box, Button, chakra, Heading, HStack, IconButton, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { TemplateView } from '#contract/views/bank.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { theirTextOf } from '../../kit/form/fieldErrors.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { useLanguages } from './useLanguages.ts'
import { useTemplates } from './useTemplates.ts'

interface Props {
  /** null: the organization's defaults. */
  problemId: number | null
  /** Without it where it stands within a page that names it. */
  hasHeader?: boolean
  /** Is given each change as it is sent. */
  onChange?: (call: Promise<unknown>) => void
}

/** Nothing is written, one is added, or one is edited. */
type Mode = { kind: 'none' } | { kind: 'add' } | { kind: 'edit'; id: number }

/** Starter code by language, one each. */
export function Templates({ problemId, hasHeader = false, onChange }: Props) {
  const { query, templates, save, remove } = useTemplates({ problemId, onChange })
  const languages = useLanguages()
  const [mode, setMode] = useState<Mode>({ kind: 'none' })
  const [deleting, setDeleting] = useState<TemplateView | null>(null)
  const isShown = useAfter(200)
  const free = languages.filter(({ id }) => !templates?.some((one) => one.language_id === id))
  const close = () => setMode({ kind: 'none' })
  const form = (template: TemplateView | null) => (
    <TemplateForm
      template={template}
      languages={template ? languages.filter(({ id }) => id === template.language_id) : free}
      isBusy={save.isPending}
      draft={`template:${problemId ?? 'default'}:${template?.id ?? 'new'}`}
      onSave={(given, { onSaved, onConflict }) =>
        save.mutate(given, {
          onSuccess: () => {
            onSaved()
            close()
          },
          onError: (error) => {
            const theirs = theirTextOf(error)
            if (theirs === null) toastError(error.message)
            else onConflict(theirs)
          },
        })
      }
      onCancel={close}
    />
  )
  return (
    <Locked when={save.isPending}>
      <HStack mb="4" gap="4" flexWrap="wrap" alignItems="start">
        <Box flex="1 1 20rem">
          {hasHeader && (
            <Heading as="h2" textStyle="lg" fontWeight="600">
              {consoleTexts.defaultTemplates}
            </Heading>
          )}
          <Text textStyle="sm" color="fg.muted">
            {problemId === null
              ? 'What candidates start with when a problem has no template of its own in their language.'
              : 'What candidates start with. In other languages they start with the default template.'}
          </Text>
        </Box>
        <Button
          variant="outline"
          disabled={mode.kind === 'add' || !templates || free.length === 0}
          title={templates && free.length === 0 ? 'Every language has a template.' : undefined}
          onClick={() => setMode({ kind: 'add' })}
        >
          <Plus aria-hidden />
          {consoleTexts.addTemplate}
        </Button>
      </HStack>
      {query.isError && !templates && (
        <Fault
          sentence="The templates could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && isShown && <Skeleton height="120px" borderRadius="l3" />}
      <Stack gap="3">
        {mode.kind === 'add' && form(null)}
        {templates?.map((template) =>
          mode.kind === 'edit' && mode.id === template.id ? (
            <Box key={template.id}>{form(template)}</Box>
          ) : (
            <chakra.section
              key={template.id}
              aria-label={template.language}
              borderWidth="1px"
              borderRadius="l3"
              overflow="hidden"
              bg="bg"
            >
              <HStack px="4" py="1.5" borderBottomWidth="1px">
                <Text fontWeight="600" flex="1">
                  {template.language}
                </Text>
                <IconButton
                  variant="ghost"
                  size="sm"
                  aria-label={`Edit the template in ${template.language}`}
                  onClick={() => setMode({ kind: 'edit', id: template.id })}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  variant="ghost"
                  size="sm"
                  aria-label={`Delete the template in ${template.language}`}
                  onClick={() => setDeleting(template)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </HStack>
              <Box maxH="240px" overflow="auto">
                <CodeBlock
                  code={template.code.replace(/\n$/, '')}
                  label={`Template in ${template.language}`}
                />
              </Box>
            </chakra.section>
          ),
        )}
      </Stack>
      {templates?.length === 0 && mode.kind !== 'add' && (
        <Empty>
          {problemId === null
            ? 'There are no default templates yet. Candidates start with a comment in their language.'
            : 'No templates for this problem yet.'}
        </Empty>
      )}
      <ConfirmDialog
        isOpen={deleting !== null}
        title={`${consoleTexts.wishToDelete} template ${deleting?.language ?? ''}?`}
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSettled: () => setDeleting(null) })}
        onCancel={() => setDeleting(null)}
      />
    </Locked>
  )
}
