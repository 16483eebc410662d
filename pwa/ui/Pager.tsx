import { Button, chakra, HStack } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { pageNumbers } from './pageNumbers.ts'

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
