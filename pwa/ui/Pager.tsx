import { Button, chakra, HStack } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'

interface Props {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Stands only where there is more than one page. */
export function Pager({ page, pages, onPage }: Props) {
  if (pages <= 1) return null
  const gapKey = (index: number) => (index < 4 ? 'gap-before' : 'gap-after')
  return (
    <HStack as="nav" aria-label="Pages" gap="1">
      <Button
        variant="ghost"
        px="0"
        disabled={page <= 1}
        aria-label="Previous page"
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <chakra.span key={gapKey(index)} color="fg.subtle" px="1">
            …
          </chakra.span>
        ) : (
          <Button
            key={number}
            variant="ghost"
            px="2"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            _currentPage={{ bg: 'sea.subtle', color: 'sea', fontWeight: '600' }}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ),
      )}
      <Button
        variant="ghost"
        px="0"
        disabled={page >= pages}
        aria-label="Next page"
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </HStack>
  )
}

/** Page numbers to offer: those at both margins, those around the current one, and null where some are left out. */
export function pageNumbers(current: number, pages: number, margin = 2, shown = 5): (number | null)[] {
  const first = Math.max(1, Math.min(current - Math.floor(shown / 2), pages - shown + 1))
  const last = Math.min(pages, first + shown - 1)
  const numbers: (number | null)[] = []
  for (let page = 1; page <= pages; page++) {
    const isOffered = page <= margin || page > pages - margin || (page >= first && page <= last)
    if (isOffered) numbers.push(page)
    else if (numbers.at(-1) !== null) numbers.push(null)
  }
  return numbers
}
