import { defineSlotRecipe } from '@chakra-ui/react'

/** A tile too narrow for four counts beside each other. */
const NARROW = '@container (max-width: 304px)'
/** A tile too narrow for three ways and two actions beside each other, as far apart as elsewhere. */
const SNUG = '@container (max-width: 336px)'

/** A card of facts: heading, a few lines, counts, a row of actions. */
export const tileRecipe = defineSlotRecipe({
  className: 'hf-tile',
  slots: ['root', 'body', 'title', 'dates', 'line', 'counts', 'count', 'countNumber', 'countName', 'foot'],
  base: {
    root: {
      containerType: 'inline-size',
      minW: '0',
      bg: 'bg',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: '8px',
    },
    body: {
      px: { base: '3.5', xl: '3', '2xl': '3.5' },
      pt: '13px',
      pb: '3',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '2.5',
    },
    title: {
      textStyle: 'md',
      fontWeight: '600',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      letterSpacing: '-0.005em',
    },
    // As many as fit; of dates the sign goes first, then the end of the words.
    dates: {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      textStyle: 'xs',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      '& svg': { flexShrink: '0' },
      '& time': { overflow: 'hidden', textOverflow: 'ellipsis' },
      [NARROW]: { '& > svg:first-of-type': { display: 'none' } },
    },
    line: { display: 'flex', alignItems: 'center', gap: '2', textStyle: 'xs', color: 'fg.subtle', minH: '5' },
    counts: {
      display: 'grid',
      gridTemplateColumns: 'repeat(4, auto)',
      justifyContent: { base: 'space-between', '2xl': 'start' },
      columnGap: { base: '2', '2xl': '6' },
      rowGap: '2',
      [NARROW]: { gridTemplateColumns: '1fr 1fr' },
    },
    count: { display: 'flex', flexDirection: 'column-reverse', minW: '0' },
    countNumber: { textStyle: 'lg', fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
    countName: { textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
    foot: {
      display: 'flex',
      gap: '2',
      [SNUG]: { gap: '1' },
      [NARROW]: { '& > a': { px: '2' } },
      px: { base: '3.5', xl: '3', '2xl': '3.5' },
      py: '2.5',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
  },
})
