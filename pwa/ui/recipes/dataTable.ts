import { defineSlotRecipe } from '@chakra-ui/react'

/** Cells are native elements; one set of rules on the table styles them all. */
export const dataTableRecipe = defineSlotRecipe({
  className: 'hf-table',
  slots: ['scroller', 'table'],
  base: {
    scroller: {
      overflowX: 'auto',
      position: 'relative',
      maxW: '100%',
      // A table that fades out at the edge goes on beyond it.
      '&[data-more]': {
        maskImage: 'linear-gradient(to right, black calc(100% - 40px), transparent)',
        _print: { maskImage: 'none' },
      },
      _print: { overflow: 'visible' },
    },
    table: {
      width: '100%',
      tableLayout: 'fixed',
      borderCollapse: 'separate',
      borderSpacing: '0',
      textStyle: 'sm',
      _print: { minW: '0 !important' },
      '& tbody tr': { breakInside: 'avoid' },
      '& th, & td': {
        px: '2',
        py: '0',
        textAlign: 'start',
        borderBottomWidth: '1px',
        borderColor: 'border',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        // Nothing can be scrolled to on paper.
        _print: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
      '& tr > :not(* + *)': { ps: { base: '4', md: '6' } },
      '& tr > :last-child': { pe: { base: '4', md: '6' } },
      '& thead th': {
        h: '34px',
        bg: 'bg.muted',
        color: 'fg.muted',
        textStyle: 'xs',
        fontWeight: '500',
        position: 'sticky',
        top: '0',
        zIndex: '1',
      },
      '& [data-sticky]': { position: 'sticky', insetStart: '0', zIndex: '1' },
      '& thead th[data-sticky]': { zIndex: '2' },
      '& tbody [data-sticky]': { bg: 'bg' },
      '& tbody th': { fontWeight: '500', color: 'fg' },
      '& tbody tr:hover > *': { bg: 'bg.subtle' },
      '& [data-number]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
      '& [data-quiet]': { color: 'fg.subtle' },
      '& tr[data-selected] > *': { bg: 'sea.subtle' },
      '& tr[data-muted] > *': { color: 'fg.subtle', fontWeight: '400' },
      '& input[type=checkbox]': {
        accentColor: 'var(--sea)',
        width: '4',
        height: '4',
        verticalAlign: 'middle',
      },
      '& [data-strong]': { fontWeight: '600' },
      // In as many lines as it takes, level with the other cells; `data-wrap` is for cells of several lines each.
      '& [data-whole]': { whiteSpace: 'normal', overflowWrap: 'anywhere', py: '1.5' },
      '& [data-wrap]': { whiteSpace: 'normal', overflowWrap: 'anywhere', py: '2', verticalAlign: 'top' },
    },
  },
  variants: {
    /** Takes the height that is left and scrolls within it, so that its head stays. */
    isFilling: { true: { scroller: { md: { flex: '1', minH: '0', overflowY: 'auto' } } } },
    density: {
      dense: { table: { '& tbody td, & tbody th': { h: '35px' } } },
      roomy: { table: { '& tbody td, & tbody th': { h: '44px' } } },
      card: {
        table: {
          '& tbody td, & tbody th': { h: '34px' },
          '& tr > :not(* + *)': { ps: '4' },
          '& tr > :last-child': { pe: '4' },
          '& tbody tr:last-child > *': { borderBottomWidth: '0' },
        },
      },
    },
    /** On a phone a row is a card: its cells stand below each other, by their names. */
    isCards: {
      true: {
        scroller: { mdDown: { overflowX: 'visible', '&[data-more]': { maskImage: 'none' } } },
        table: {
          mdDown: {
            '&, & tbody': { display: 'block' },
            '& colgroup': { display: 'none' },
            '& thead': { srOnly: true },
            // A card is no line: struck through by its cells' grounds it would be striped.
            '& tbody tr:hover > *': { bg: 'transparent' },
            '& tbody tr': {
              display: 'grid',
              gap: '1',
              position: 'relative',
              px: '4',
              py: '3',
              borderBottomWidth: '1px',
              borderColor: 'border',
            },
            '& tbody tr > td, & tbody tr > th': {
              display: 'grid',
              gridTemplateColumns: '116px minmax(0, 1fr)',
              justifyItems: 'start',
              h: 'auto',
              p: '0',
              borderWidth: '0',
              textAlign: 'start',
              whiteSpace: 'normal',
              overflowWrap: 'anywhere',
            },
            // Its cells' room is the card's gap.
            '& tbody tr > [data-wrap], & tbody tr > [data-whole]': { py: '0' },
            '& tbody tr > th:not([data-label])': {
              gridTemplateColumns: 'minmax(0, 1fr)',
              fontWeight: '600',
              pe: '12',
            },
            '& tbody tr > th[data-label]': { fontWeight: '400' },
            '& tbody [data-label]::before': { content: 'attr(data-label)', color: 'fg.subtle' },
            '& tbody [data-corner]': { display: 'block', position: 'absolute', top: '2', insetEnd: '3' },
            '& tbody [data-title]': { order: '-1', display: 'block', fontWeight: '600', pe: '12' },
            '& tbody tr[data-selected]': { bg: 'sea.subtle' },
            '& tbody [data-wide]': { display: 'none' },
          },
        },
      },
    },
  },
  defaultVariants: { density: 'dense' },
})
