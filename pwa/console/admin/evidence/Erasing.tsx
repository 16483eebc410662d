import { Box, Button, Heading, Text } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CirclePause } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import type { ErasingView } from '#contract/views/erasing.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { dateOr, formatDay } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'

type Hold = NonNullable<ErasingView['on_hold']>
type Rule = ErasingView['rules'][number]

const columns: readonly Column[] = [
  { name: 'Drive or assessment' },
  { name: 'Organization', width: '180px' },
  { name: 'Kept for', width: '110px' },
  { name: 'Until', width: '120px' },
  { name: 'Due', width: '120px', isNumber: true },
]

/** The results that are erased when their time is over, and whether any are for now. */
export function Erasing() {
  const asked = queryOf('getErasing')
  const query = useQuery(asked)
  return (
    <Box as="section" mt="8" aria-labelledby="erasing">
      <Heading as="h2" id="erasing" textStyle="lg" mb="3">
        Erasing
      </Heading>
      {query.isError && (
        <Fault
          sentence="What is erased could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <DataTable caption="Rules for erasing" columns={columns} isBusy>
          <SkeletonRows columns={columns} rows={2} />
        </DataTable>
      )}
      {query.data && <Shown {...query.data} />}
    </Box>
  )
}

function Shown({ on_hold, rules, more_rules }: ErasingView) {
  const dueOf = rules.reduce((sum, { due }) => sum + due, 0)
  return (
    <>
      <Box role="status" mb="3">
        <StateBadge icon={on_hold ? CirclePause : CircleCheck} tone={on_hold ? 'warn' : 'ok'}>
          {on_hold ? 'Erasing is on hold' : 'Erasing is not on hold'}
        </StateBadge>
      </Box>
      {on_hold ? (
        <OnHold hold={on_hold} due={dueOf} />
      ) : (
        <Text color="fg.muted" maxW="44rem" mb="4">
          Results, camera pictures and invitations to deleted drives are erased within minutes once their time
          is over.
        </Text>
      )}
      {rules.length === 0 ? (
        <Text color="fg.muted">All results are kept for ever: no drive and no assessment has a rule.</Text>
      ) : (
        <Box mx={{ base: '-4', md: '-6' }}>
          <DataTable caption="Rules for erasing" columns={columns} isCards>
            {rules.map((rule) => (
              <Row key={rule.id} rule={rule} />
            ))}
          </DataTable>
          {more_rules > 0 && (
            <Text px="6" py="3" color="fg.muted">
              … and {more_rules.toLocaleString('en')} more, which go later.
            </Text>
          )}
        </Box>
      )}
    </>
  )
}

const Row = ({ rule: { name, organization, days, until, attempts, due, held_up } }: { rule: Rule }) => (
  <tr>
    <th scope="row" data-wrap data-title>
      {name}
      {held_up && (
        <Text textStyle="xs" color="fg.muted" fontWeight="400">
          Kept for now: {held_up}
        </Text>
      )}
    </th>
    <td data-wrap data-label="Organization">
      {organization}
    </td>
    <td data-label="Kept for">{plural(days, 'day')}</td>
    <td data-label="Until">{until === null ? '-' : formatDay(new Date(until))}</td>
    <td data-number data-label="Due">
      {due.toLocaleString('en')} of {attempts.toLocaleString('en')}
    </td>
  </tr>
)

/** Why, what waits, and the way on. */
function OnHold({ hold, due }: { hold: Hold; due: number }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const goOn = useMutation({
    networkMode: 'always',
    mutationFn: () => request('postErasingGoOn', { body: { why: hold.why, before: hold.before } }),
    onSuccess: ({ message }) => {
      if (message) toastDone(message)
    },
    onError: (error) => toastError(error.message),
    onSettled: () => {
      setAsking(false)
      return client.invalidateQueries()
    },
  })
  return (
    <>
      <Text maxW="44rem" mb="2">
        {hold.why === 'restore'
          ? 'This server was restored from a backup, and the rules below came back with it. Where somebody has set a longer time since, set it again before you let erasing go on. If another server has the same backups, leave it on hold here: what is erased on one is erased on the other at its next restore.'
          : `The clock of the server went from ${dateOr(hold.before, '-')} to ${dateOr(hold.since, '-')}: either the server stood still, or its clock is wrong. If it is right, nothing needs to be done: erasing goes on once the server has run with it for a day.`}
      </Text>
      <Text maxW="44rem" mb="3" color="fg.muted">
        {hold.waiting ?? 'Nothing is due.'}
      </Text>
      <Button mb="4" variant="outline" onClick={() => setAsking(true)}>
        Let erasing go on
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Let erasing go on?"
        action="Let it go on"
        isDestructive={due > 0}
        isBusy={goOn.isPending}
        onConfirm={() => goOn.mutate()}
        onCancel={() => setAsking(false)}
      >
        {hold.waiting
          ? `${hold.waiting} They are erased within minutes. Nothing brings results back, no backup either.`
          : 'Nothing is due now. Whatever becomes due is erased within minutes from then on.'}
      </ConfirmDialog>
    </>
  )
}
