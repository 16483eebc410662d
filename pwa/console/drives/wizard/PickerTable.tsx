import { chakra, IconButton } from '@chakra-ui/react'
import { Eye } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import type { ChosenItem } from '#machines/drive/form.ts'
import { isUsedAt } from '#machines/drive/policy.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { excerpt, plainText } from '#pwa/ui/plainText.ts'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { formatSpan } from '../../kit/format/dates.ts'
import type { BankItem, Source } from './sources.tsx'

interface Picked<Item extends ChosenItem> {
  /** The items chosen when the list was opened, or last searched. */
  placed: readonly ChosenItem[]
  chosen: readonly ChosenItem[]
  rows: readonly Item[]
}

/** The rows of a picker: a tick moves none of them away from under the pointer or the keyboard. */
export function pickerRows<Item extends ChosenItem>({ placed, chosen, rows }: Picked<Item>) {
  const isAmong = (items: readonly ChosenItem[], { id }: ChosenItem) => items.some((one) => one.id === id)
  const unseen = chosen.filter((item) => !isAmong(placed, item) && !isAmong(rows, item))
  return { first: [...placed, ...unseen], rest: rows.filter((row) => !isAmong(placed, row)) }
}

interface Props {
  source: Source
  /** The items chosen when the list was opened, or last searched. */
  placed: readonly ChosenItem[]
  chosen: readonly ChosenItem[]
  /** undefined while they are loaded. */
  rows: readonly BankItem[] | undefined
  instituteId: number | null
  /** The items that the drive asks as it stands, or carries over as a copy: they are asked again knowingly. */
  own: readonly ChosenItem[]
  isFixed: boolean
  onToggle: (item: ChosenItem) => void
  onPreview: (item: ChosenItem) => void
}

/** On a phone there is no room for more: the rest stands below the name. */
const narrowColumnsOf = (source: Source): readonly Column[] => [
  { name: 'Chosen', width: '44px', isHidden: true },
  { name: 'Preview', width: '48px', isHidden: true },
  { name: source.column },
]
const columnsOf = (source: Source): readonly Column[] => [
  { name: 'Chosen', width: '52px', isHidden: true },
  { name: 'Preview', width: '44px', isHidden: true },
  { name: source.column },
  { name: 'Difficulty', width: '88px' },
  { name: 'Time', width: '96px', isNumber: true },
  { name: 'Marks', width: '60px', isNumber: true },
  { name: 'Times asked', width: '112px', isNumber: true },
]

/** Rows of native cells: hundreds of them must stay quick. */
export function PickerTable({
  source,
  placed,
  chosen,
  rows,
  instituteId,
  own,
  isFixed,
  onToggle,
  onPreview,
}: Props) {
  const isNarrow = useMedia('(max-width: 767px)')
  const columns = isNarrow ? narrowColumnsOf(source) : columnsOf(source)
  const known = new Map((rows ?? []).map((row) => [row.id, row]))
  const { first, rest } = pickerRows({ placed, chosen, rows: rows ?? [] })
  const row = (item: ChosenItem) => {
    const isChosen = chosen.some((one) => one.id === item.id)
    const isUsed = isUsedAt(instituteId, known.get(item.id) ?? item, own)
    return (
      <Row
        key={item.id}
        item={item}
        known={known.get(item.id)}
        isChosen={isChosen}
        isNarrow={isNarrow}
        isOff={isFixed || (isUsed && !isChosen)}
        isUsed={isUsed}
        onToggle={onToggle}
        onPreview={onPreview}
      />
    )
  }
  const selected = first.filter(({ id }) => chosen.some((one) => one.id === id)).length
  return (
    <DataTable
      caption={`${source.column}s of the bank`}
      columns={columns}
      minWidth={isNarrow ? '0' : '660px'}
      isBusy={!rows}
    >
      {first.length > 0 && <GroupRow words={`${selected} Selected`} span={columns.length} />}
      {first.map(row)}
      {first.length > 0 && rest.length > 0 && <GroupRow words="Bank, newest first" span={columns.length} />}
      {rest.map(row)}
      {!rows && <SkeletonRows columns={columns} rows={8} />}
    </DataTable>
  )
}

function GroupRow({ words, span }: { words: string; span: number }) {
  return (
    <chakra.tr bg="bg.canvas" color="fg.muted">
      <td />
      <td colSpan={span - 1}>{words}</td>
    </chakra.tr>
  )
}

interface RowProps {
  item: ChosenItem
  /** The bank's row of the item, if it stands among the loaded ones. */
  known: BankItem | undefined
  isChosen: boolean
  isNarrow: boolean
  isOff: boolean
  isUsed: boolean
  onToggle: (item: ChosenItem) => void
  onPreview: (item: ChosenItem) => void
}

function Row({ item, known, isChosen, isNarrow, isOff, isUsed, onToggle, onPreview }: RowProps) {
  const name = excerpt(item.name, 100)
  return (
    <tr aria-selected={isChosen} data-selected={isChosen || undefined} data-muted={isUsed || undefined}>
      <td>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          aria-label={name}
          onChange={() => onToggle(item)}
        />
      </td>
      <td>
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Preview ${name}`}
          title="Preview"
          onClick={() => onPreview(item)}
        >
          <Eye aria-hidden />
        </IconButton>
      </td>
      <th scope="row" data-wrap style={{ verticalAlign: 'middle' }}>
        <chakra.span display="block" lineClamp={isNarrow ? 4 : 2} title={plainText(item.name)}>
          {plainText(item.name)}
        </chakra.span>
        {isUsed && (
          <chakra.span display="block" textStyle="xs" fontWeight="400">
            {consoleTexts.alreadyUsed}
          </chakra.span>
        )}
        {isNarrow ? (
          <chakra.span display="block" textStyle="xs" fontWeight="400" color="fg.muted">
            {item.difficulty} · {formatSpan(item.seconds)} · {plural(item.marks, 'mark')}
          </chakra.span>
        ) : (
          known &&
          known.tags.length > 0 && (
            <chakra.span
              display="block"
              textStyle="xs"
              fontWeight="400"
              color="fg.subtle"
              truncate
              title={known.tags.join(', ')}
            >
              {known.tags.join(', ')}
            </chakra.span>
          )
        )}
      </th>
      {!isNarrow && (
        <>
          <td>{item.difficulty}</td>
          <td data-number>{formatSpan(item.seconds)}</td>
          <td data-number>{item.marks}</td>
          <td data-number>{known ? known.timesAsked || 'Never' : '-'}</td>
        </>
      )}
    </tr>
  )
}
