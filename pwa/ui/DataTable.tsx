import { Box, chakra, useSlotRecipe, VisuallyHidden } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { dataTableRecipe } from './recipes/dataTable.ts'

export interface Column {
  name: string
  /** A css width; columns without one share what is left. */
  width?: string
  isNumber?: boolean
  isHidden?: boolean
  /** Stays at the left edge while the others scroll; its cells say data-sticky. */
  isSticky?: boolean
  /** How it is sorted by this column now, and what sorts it so, or the other way round. */
  sort?: { is: 'ascending' | 'descending' | null; onSort: () => void }
}

interface Props {
  caption: string
  columns: readonly Column[]
  /** Below this the table scrolls sideways inside its own box. */
  minWidth?: string
  density?: 'dense' | 'roomy' | 'card'
  /** Rows: native tr elements. */
  children: ReactNode
  isBusy?: boolean
  isFilling?: boolean
  /**
   * On a phone each row is a card: cells say their names in data-label, one with data-title stands first, one with data-corner at the top right, one
   * with data-wide is left out.
   */
  isCards?: boolean
}

function Head({ column }: { column: Column }) {
  const { name, sort, isHidden } = column
  if (isHidden) return <VisuallyHidden>{name}</VisuallyHidden>
  if (!sort) return name
  const Arrow = sort.is === 'ascending' ? ArrowUp : sort.is === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="1"
      cursor="pointer"
      fontWeight="inherit"
      color={sort.is ? 'fg' : undefined}
      onClick={sort.onSort}
    >
      {name}
      <Arrow size={12} aria-hidden />
    </chakra.button>
  )
}

export function DataTable({
  caption,
  columns,
  minWidth,
  density = 'dense',
  children,
  isBusy,
  isFilling = false,
  isCards = false,
}: Props) {
  const styles = useSlotRecipe({ recipe: dataTableRecipe })({ density, isFilling, isCards })
  const scroller = useScrollCue<HTMLDivElement>()
  return (
    // A box that scrolls must be reachable by keyboard, and named; the section it stands in is the landmark.
    <Box ref={scroller} css={styles.scroller} role="group" aria-label={caption} tabIndex={0}>
      <chakra.table
        css={styles.table}
        minW={isCards ? { base: '0', md: minWidth } : minWidth}
        aria-busy={isBusy || undefined}
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <colgroup>
          {columns.map((column) => (
            <chakra.col key={column.name} width={column.width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                data-number={column.isNumber || undefined}
                data-sticky={column.isSticky || undefined}
                aria-sort={column.sort ? (column.sort.is ?? 'none') : undefined}
              >
                <Head column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </chakra.table>
    </Box>
  )
}

/** A box that scrolls sideways: marked with `data-more` while there is something beyond its right edge. */
function useScrollCue<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => {
      box.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    for (const child of box.children) sizes.observe(child)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return ref
}
