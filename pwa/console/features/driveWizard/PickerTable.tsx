import { chakra, IconButton } from '@chakra-ui/react'
import { Eye } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import type { ChosenItem } from '#machines/drive/form.ts'
import { isUsedAt } from '#machines/drive/policy.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { plainWords } from '#pwa/ui/plainWords.ts'
import { SkeletonRows } from '#pwa/ui/SkeletonRows.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { formatSpan } from '../../format/dates.ts'
import type { BankItem, Source } from './sources.tsx'

interface Props {
  source: Source
  chosen: readonly ChosenItem[]
  /** undefined while they are loaded. */
  rows: readonly BankItem[] | undefined
  instituteId: number | null
  /** What the drive asks as it stands, or carries over as a copy: it is asked again knowingly. */
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
  { name: 'Tags', width: '24%' },
  { name: 'Difficulty', width: '84px' },
  { name: 'Time', width: '76px', isNumber: true },
  { name: 'Marks', width: '60px', isNumber: true },
  { name: 'Times asked', width: '108px', isNumber: true },
]

/** Rows of native cells: hundreds of them must stay quick. */
export function PickerTable({ source, chosen, rows, instituteId, own, isFixed, onToggle, onPreview }: Props) {
  const isNarrow = useMedia('(max-width: 767px)')
  const columns = isNarrow ? narrowColumnsOf(source) : columnsOf(source)
  const known = new Map((rows ?? []).map((row) => [row.id, row]))
  const rest = (rows ?? []).filter((row) => !chosen.some((one) => one.id === row.id))
  return (
    <DataTable
      caption={`${source.column}s of the bank`}
      columns={columns}
      minWidth={isNarrow ? '0' : '772px'}
      isBusy={!rows}
    >
      {chosen.length > 0 && <GroupRow words={`${chosen.length} Selected`} span={columns.length} />}
      {chosen.map((item) => (
        <Row
          key={item.id}
          item={item}
          known={known.get(item.id)}
          isChosen
          isNarrow={isNarrow}
          isOff={isFixed}
          isUsed={isUsedAt(instituteId, known.get(item.id) ?? item, own)}
          onToggle={onToggle}
          onPreview={onPreview}
        />
      ))}
      {chosen.length > 0 && rest.length > 0 && <GroupRow words="Bank, newest first" span={columns.length} />}
      {rest.map((item) => {
        const isUsed = isUsedAt(instituteId, item, own)
        return (
          <Row
            key={item.id}
            item={item}
            known={item}
            isChosen={false}
            isNarrow={isNarrow}
            isOff={isFixed || isUsed}
            isUsed={isUsed}
            onToggle={onToggle}
            onPreview={onPreview}
          />
        )
      })}
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
  /** What the bank says of it, where it stands among the loaded rows. */
  known: BankItem | undefined
  isChosen: boolean
  isNarrow: boolean
  isOff: boolean
  isUsed: boolean
  onToggle: (item: ChosenItem) => void
  onPreview: (item: ChosenItem) => void
}

function Row({ item, known, isChosen, isNarrow, isOff, isUsed, onToggle, onPreview }: RowProps) {
  return (
    <tr aria-selected={isChosen} data-selected={isChosen || undefined} data-muted={isUsed || undefined}>
      <td>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          aria-label={item.name.slice(0, 100)}
          onChange={() => onToggle(item)}
        />
      </td>
      <td>
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Preview ${item.name.slice(0, 100)}`}
          title="Preview"
          onClick={() => onPreview(item)}
        >
          <Eye aria-hidden />
        </IconButton>
      </td>
      <th scope="row" title={item.name} data-wrap={isUsed || isNarrow || undefined}>
        {plainWords(item.name)} {isUsed && consoleTexts.alreadyUsed}
        {isNarrow && (
          <chakra.span display="block" textStyle="xs" fontWeight="400" color="fg.muted">
            {item.difficulty} · {formatSpan(item.seconds)} · {plural(item.marks, 'mark')}
          </chakra.span>
        )}
      </th>
      {!isNarrow && (
        <>
          <td title={known?.tags.join(', ')}>{known ? known.tags.join(', ') || '-' : '-'}</td>
          <td>{item.difficulty}</td>
          <td data-number data-wrap>
            {formatSpan(item.seconds)}
          </td>
          <td data-number>{item.marks}</td>
          <td data-number>{known ? known.timesAsked || 'Never' : '-'}</td>
        </>
      )}
    </tr>
  )
}
