import { Box, Button, chakra, Heading, HStack, Progress, Text } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Hourglass, type LucideIcon, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#contract/plural.ts'
import type { RejudgeRow, RejudgeView } from '#contract/views/bank.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { dateOr } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'
import { Skipped, skippedName } from './Skipped.tsx'

const WHILE_MOVING_MS = 1_000
/** Goes on by itself. */
const moving: ReadonlySet<RejudgeView['status']> = new Set(['running', 'applying'])

const states: Record<
  RejudgeView['status'],
  { icon: LucideIcon; tone: 'info' | 'warn' | 'ok' | 'quiet'; word: string }
> = {
  running: { icon: Hourglass, tone: 'info', word: 'Being judged' },
  ready: { icon: Hourglass, tone: 'warn', word: 'Awaiting decision' },
  applying: { icon: Hourglass, tone: 'info', word: 'Being applied' },
  applied: { icon: Check, tone: 'ok', word: 'Applied' },
  discarded: { icon: X, tone: 'quiet', word: 'Discarded' },
}

const columns: readonly Column[] = [
  { name: 'Candidate', width: '40%' },
  { name: 'Marks before', isNumber: true },
  { name: 'Marks after', isNumber: true },
  { name: 'Score before', isNumber: true },
  { name: 'Score after', isNumber: true },
]

/** Whether anything becomes another for a candidate: the marks for the problem, or what can be had in the test. */
const isChanged = (row: RejudgeRow): boolean =>
  row.after !== null && (row.after !== row.before || row.total_after !== row.total_before)

/** A score and what it is of, as that may change with the problem: '50 of 54'. */
function scoreOf(score: number | null, total: number | null): string {
  if (score === null) return '-'
  return total === null ? String(score) : `${score} of ${total}`
}

/** A sentence on the candidates who are in no row, because they submitted nothing for the problem. */
function othersOf({ others, status }: RejudgeView): string {
  if (others === 0) return ''
  const change = status === 'ready' || status === 'running' ? 'change' : 'changed'
  return ` ${plural(others, 'candidate')} did not attempt it; their total marks and percentage ${change}.`
}

/** Read after 'What' and before the problem's title. */
const changes: Partial<Record<RejudgeView['status'], string>> = {
  applied: 'changed',
  discarded: 'would have changed',
}

/** The outcome in words. */
const outcomes: Partial<Record<RejudgeView['status'], string>> = {
  applied: 'The new marks count now.',
  discarded: 'The results did not change.',
}

/** The outcome, who took the decision, and when. */
function whoDecided({ status, decided_by, decided_at }: RejudgeView): string {
  const outcome = outcomes[status] ? ` ${outcomes[status]}` : ''
  if (!decided_by) return outcome
  const verb = status === 'discarded' ? 'Discarded' : 'Applied'
  return `${outcome} ${verb} by ${decided_by}, ${dateOr(decided_at, '-')}.`
}

interface Props {
  /** The address of a candidate's report. */
  reportOf: (row: { token: string }) => string
  first: RejudgeView
}

/** One judging anew: how far it is, what it changes, and the decision about it. */
export function Rejudge({ reportOf, first }: Props) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'apply' | 'discard' | null>(null)
  const { data } = useQuery({
    ...queryOf('getRejudge', { params: { id: first.id } }),
    refetchInterval: ({ state }) =>
      moving.has(state.data?.rejudge.status ?? first.status) ? WHILE_MOVING_MS : false,
  })
  const rejudge = data?.rejudge ?? first
  const changed = (data?.rows ?? []).filter(isChanged)
  const count = changed.length + rejudge.others
  const decide = useMutation({
    networkMode: 'always',
    mutationFn: (what: 'apply' | 'discard') =>
      request(what === 'apply' ? 'postRejudgeApply' : 'deleteRejudge', {
        params: { id: rejudge.id },
        ...(what === 'apply' && { body: {} }),
      }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toastError(error.message),
    onSettled: () => setAsked(null),
  })
  const { icon, tone, word } = states[rejudge.status]
  const isOpen = rejudge.status === 'running' || rejudge.status === 'ready'
  return (
    <chakra.article borderWidth="1px" borderRadius="l3" aria-labelledby={`rejudge-${rejudge.id}`}>
      <HStack px="4" py="3" gap="3" flexWrap="wrap">
        <Heading as="h3" id={`rejudge-${rejudge.id}`} textStyle="sm" fontWeight="600">
          {rejudge.problem_title}, version {rejudge.version}
        </Heading>
        <StateBadge icon={icon} tone={tone}>
          {word}
        </StateBadge>
        <Text textStyle="sm" color="fg.muted">
          {dateOr(rejudge.created_at, '-')}
        </Text>
        {isOpen && (
          <HStack ms="auto" gap="2">
            <Button variant="outline" size="sm" onClick={() => setAsked('discard')}>
              <Trash2 aria-hidden />
              Discard
            </Button>
            {(count > 0 || rejudge.status !== 'ready') && (
              <Button size="sm" disabled={rejudge.status !== 'ready'} onClick={() => setAsked('apply')}>
                <Check aria-hidden />
                Apply
              </Button>
            )}
          </HStack>
        )}
      </HStack>
      <Box px="4" pb="3" textStyle="sm" color="fg.muted">
        {rejudge.status === 'running' && (
          <Progress.Root
            value={rejudge.judged}
            max={Math.max(1, rejudge.total)}
            aria-label="Submissions judged"
            size="sm"
            mb="2"
          >
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        )}
        <span role="status">
          {rejudge.judged} of {rejudge.total} submissions judged.{whoDecided(rejudge)}
          {rejudge.status !== 'discarded' && othersOf(rejudge)}
          {rejudge.status === 'ready' && count === 0 && ' No marks change, so there is nothing to apply.'}
        </span>
        <Skipped rejudge={rejudge} reportOf={reportOf} />
      </Box>
      {changed.length > 0 && (
        <DataTable
          caption={`What ${changes[rejudge.status] ?? 'changes'} for ${rejudge.problem_title}`}
          columns={columns}
          minWidth="560px"
        >
          {changed.map((row) => (
            <tr key={row.token}>
              <th scope="row" title={row.email}>
                <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
                  <Link to={reportOf(row)}>{skippedName(row)}</Link>
                </chakra.span>
              </th>
              <td data-number>{row.before}</td>
              <td data-number data-strong>
                {row.after ?? '-'}
              </td>
              <td data-number>{scoreOf(row.score_before, row.total_before)}</td>
              <td data-number data-strong>
                {scoreOf(row.score_after, row.total_after)}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <ConfirmDialog
        isOpen={asked === 'apply'}
        title={`Apply the new marks for ${rejudge.problem_title}?`}
        action="Apply"
        isBusy={decide.isPending}
        onConfirm={() => decide.mutate('apply')}
        onCancel={() => setAsked(null)}
      >
        {count === 1 ? 'The result of 1 candidate changes.' : `The results of ${count} candidates change.`}{' '}
        This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'discard'}
        title={`Discard the new marks for ${rejudge.problem_title}?`}
        action="Discard"
        isBusy={decide.isPending}
        onConfirm={() => decide.mutate('discard')}
        onCancel={() => setAsked(null)}
      >
        The results do not change.
      </ConfirmDialog>
    </chakra.article>
  )
}
