import { Box, chakra, HStack, IconButton, Skeleton } from '@chakra-ui/react'
import { Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { RuleView } from '#contract/views/drive.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import type { RuleEntry } from './useRuleEntry.ts'
import type { useRules } from './useRules.ts'

interface Props {
  state: ReturnType<typeof useRules>
  entry: RuleEntry
  empty: string
}

/** One line to type a rule in, and the numbered list of those that stand. */
export function RuleEditor({ state, entry, empty }: Props) {
  const { remove } = state
  const { text, error, editing, isBusy, reset } = entry
  const [deleting, setDeleting] = useState<RuleView | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void entry.submit()
  }
  return (
    <Locked when={isBusy}>
      <chakra.form onSubmit={submit} noValidate display="flex" gap="2" alignItems="start" flexWrap="wrap">
        <Box flex="1 1 20rem">
          <TextField
            label={editing ? 'Change the rule' : 'New rule'}
            name="description"
            placeholder={consoleTexts.typeNewRule}
            value={text}
            error={error}
            onChange={entry.type}
            onTouched={() => {}}
          />
        </Box>
        <HStack pt={{ base: '0', md: '24px' }}>
          <SteadyButton
            type="submit"
            size="lg"
            loading={isBusy}
            loadingText={editing ? 'Update' : consoleTexts.addRule}
          >
            {editing ? 'Update' : consoleTexts.addRule}
          </SteadyButton>
          {(editing || text !== '') && (
            <IconButton type="button" variant="outline" size="lg" aria-label="Cancel" onClick={reset}>
              <X aria-hidden />
            </IconButton>
          )}
        </HStack>
      </chakra.form>
      <Box mt="5">
        <Rules state={state} empty={empty} editing={editing} onDelete={setDeleting} onEdit={entry.edit} />
      </Box>
      <ConfirmDialog
        isOpen={deleting !== null}
        title={
          deleting && (
            <>
              {consoleTexts.wishToDelete} rule{' '}
              <ReadMore text={deleting.description} what="rule" limit={LONGEST_NAME} />?
            </>
          )
        }
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (!deleting) return
          remove.mutate(deleting.id, {
            onSuccess: () => editing?.id === deleting.id && reset(),
            onSettled: () => setDeleting(null),
          })
        }}
      />
    </Locked>
  )
}

interface RulesProps extends Omit<Props, 'entry'> {
  editing: RuleView | null
  onEdit: (rule: RuleView) => void
  onDelete: (rule: RuleView) => void
}

function Rules({ state, empty, editing, onEdit, onDelete }: RulesProps) {
  const { query, rules } = state
  const isLate = useAfter(200)
  if (query.isError && !rules)
    return (
      <Fault
        sentence="The rules could not be loaded."
        why={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  if (!rules) return isLate ? <Skeleton height="120px" borderRadius="l3" /> : null
  if (rules.length === 0) return <Empty>{empty}</Empty>
  return (
    <chakra.ol borderWidth="1px" borderRadius="l3" overflow="hidden" listStyleType="none">
      {rules.map((rule, index) => (
        <chakra.li
          key={rule.id}
          display="flex"
          gap="3"
          alignItems="center"
          px="3.5"
          py="2"
          bg={rule.id === editing?.id ? 'sea.subtle' : undefined}
          borderTopWidth={index === 0 ? '0' : '1px'}
        >
          <chakra.span color="fg.subtle" fontVariantNumeric="tabular-nums" minW="5">
            {index + 1}
          </chakra.span>
          <chakra.span flex="1" minW="0" overflowWrap="anywhere">
            {rule.description}
          </chakra.span>
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={`Edit rule ${index + 1}`}
            onClick={() => onEdit(rule)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={`Delete rule ${index + 1}`}
            onClick={() => onDelete(rule)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
