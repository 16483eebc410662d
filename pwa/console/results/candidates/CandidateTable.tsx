import {
  CalendarX,
  CircleCheck,
  CircleDot,
  CirclePause,
  Mail,
  MailOpen,
  Minus,
  UserCheck,
} from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { CandidateRow } from '#contract/views/admin.ts'
import { Address } from '#pwa/ui/Address.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { dateOr } from '../../kit/format/dates.ts'
import { mailLook } from '../../kit/mail/MailBadge.tsx'
import { type RowAction, RowMenu } from './RowMenu.tsx'

const columns: readonly Column[] = [
  { name: 'First Name', width: '15%' },
  { name: 'Last Name', width: '15%' },
  { name: 'Email' },
  { name: 'Mobile Number', width: '130px' },
  { name: 'Status', width: '130px' },
  { name: 'Invitation', width: '150px' },
  { name: 'Actions', width: '72px', isHidden: true },
]
const selectColumn: Column = { name: 'Selected', width: '52px', isHidden: true }

interface Props {
  rows: readonly CandidateRow[] | undefined
  isBusy: boolean
  /** The chosen ones; undefined where nobody can be chosen: only absent ones can, to be mailed again. */
  selected: ReadonlySet<number> | undefined
  /** The drive has ended. */
  isOver: boolean
  /** Fills what the page leaves; of an empty one the sentence stands right below. */
  isFilling: boolean
  onSelect: (selected: ReadonlySet<number>) => void
  onChoose: (row: CandidateRow, choice: RowAction) => void
}

export function CandidateTable({ rows, isBusy, selected, isOver, isFilling, onSelect, onChoose }: Props) {
  const shown = selected ? [selectColumn, ...columns] : columns
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <DataTable
      caption="Candidates"
      columns={shown}
      minWidth="960px"
      density="roomy"
      isFilling={isFilling}
      isCards
      isBusy={isBusy}
    >
      {rows ? (
        rows.map((row) => {
          const { icon, tone, word } = statusLooks[row.is_paused ? 'paused' : row.status]
          return (
            <tr key={row.id} data-selected={selected?.has(row.id) || undefined}>
              {selected && (
                <td data-label="Selected">
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.email}`}
                    checked={selected.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              )}
              <th
                scope="row"
                data-label="First Name"
                data-wide={row.first_name ? undefined : true}
                title={row.first_name || undefined}
              >
                {row.first_name || '-'}
              </th>
              <td
                data-label="Last Name"
                data-wide={row.last_name ? undefined : true}
                title={row.last_name || undefined}
              >
                {row.last_name || '-'}
              </td>
              <td data-title data-whole title={row.email}>
                <Address>{row.email}</Address>
              </td>
              <td data-label="Mobile Number">{row.mobile_number || texts.notAvailable}</td>
              <td data-label="Status">
                <StateBadge icon={icon} tone={tone} bare>
                  {word}
                </StateBadge>
              </td>
              <td data-label="Invitation">
                <MailBadge row={row} />
              </td>
              <td data-corner>
                <RowMenu
                  row={row}
                  canResend={selected !== undefined}
                  isOver={isOver}
                  onChoose={(choice) => onChoose(row, choice)}
                />
              </td>
            </tr>
          )
        })
      ) : (
        <SkeletonRows columns={shown} rows={8} />
      )}
    </DataTable>
  )
}

/** How far a candidate is: shape, word, colour. */
const statusLooks = {
  invited: { icon: Mail, tone: 'quiet', word: 'Invited' },
  opened: { icon: MailOpen, tone: 'info', word: 'Link opened' },
  detailed: { icon: UserCheck, tone: 'info', word: 'Details entered' },
  running: { icon: CircleDot, tone: 'ok', word: 'Running' },
  paused: { icon: CirclePause, tone: 'warn', word: 'Paused' },
  finished: { icon: CircleCheck, tone: 'quiet', word: 'Finished' },
} as const

/** The state of the invitation's mail; the reason shows where the pointer rests, and screen readers read it. */
function MailBadge({ row }: { row: CandidateRow }) {
  const { mail } = row
  if (row.is_revoked)
    return (
      <StateBadge icon={Minus} tone="warn" bare>
        Link revoked
      </StateBadge>
    )
  const isExpired = row.link_expires_at !== null && Date.parse(row.link_expires_at) <= Date.now()
  if (isExpired)
    return (
      <span title={`Expired ${dateOr(row.link_expires_at, '-')}; sending the invitation again renews it`}>
        <StateBadge icon={CalendarX} tone="warn" bare>
          Link expired
        </StateBadge>
      </span>
    )
  if (!mail)
    return (
      <StateBadge icon={Minus} bare>
        No email
      </StateBadge>
    )
  const { icon, tone, word } = mailLook(mail)
  const when = dateOr(mail.sent_at ?? mail.queued_at, '-')
  const until = row.link_expires_at && `The link works until ${dateOr(row.link_expires_at, '-')}`
  const why = [[when, mail.reason].filter(Boolean).join(': '), until].filter(Boolean).join('. ')
  return (
    <span title={why}>
      <StateBadge icon={icon} tone={mail.reason && mail.status === 'queued' ? 'warn' : tone} bare>
        {word}
        {mail.reason && mail.status !== 'sent' && <span data-quiet>: {mail.reason}</span>}
      </StateBadge>
    </span>
  )
}
