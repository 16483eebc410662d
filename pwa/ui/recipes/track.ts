import { defineSlotRecipe } from '@chakra-ui/react'

/** Paper is wide enough, but no rule for a screen's width holds for it. */
const columns = { base: 'minmax(0, 1fr)', md: '148px 1fr', _print: '148px 1fr' }

const hatch = (ink: string, ground: string) =>
  `repeating-linear-gradient(135deg, ${ink} 0 2px, ${ground} 2px 5px)`

/**
 * Rows on one shared time scale: a label of 148 and a line on which things stand at their moments. On a phone the label
 * stands above its line, and words in the line are left to the tables below, so that nothing runs out of the screen.
 */
export const trackRecipe = defineSlotRecipe({
  className: 'hf-track',
  slots: ['root', 'scale', 'tick', 'row', 'label', 'labelNote', 'line', 'rail', 'span', 'mark', 'note'],
  base: {
    root: { display: 'grid', rowGap: '0', textStyle: 'xs', minW: { base: '0', md: '640px' } },
    scale: {
      display: 'grid',
      gridTemplateColumns: columns,
      color: 'fg.subtle',
      h: '24px',
      '& > span': { mdDown: { display: 'none' } },
    },
    tick: {
      position: 'absolute',
      transform: 'translateX(-50%)',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
      '&:nth-of-type(even)': { mdDown: { display: 'none' } },
    },
    row: {
      display: 'grid',
      gridTemplateColumns: columns,
      pt: { base: '2', md: '0', _print: '0' },
      alignItems: 'center',
      minH: '50px',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    label: { display: 'flex', gap: '3', fontWeight: '500', alignItems: 'center' },
    labelNote: { display: 'block', fontWeight: '400', color: 'fg.subtle' },
    line: { position: 'relative', h: '46px', mx: '3', mt: { base: '-4', md: '0', _print: '0' } },
    rail: { position: 'absolute', insetX: '0', top: '28px', h: '6px', bg: 'bg.success', borderRadius: '3px' },
    span: {
      position: 'absolute',
      top: '25px',
      h: '12px',
      minW: '4px',
      borderRadius: '2px',
      backgroundImage: hatch('var(--device)', 'var(--device-soft)'),
    },
    mark: {
      position: 'absolute',
      top: '26px',
      width: '10px',
      h: '10px',
      transform: 'translateX(-50%)',
      '&[data-shape=dot]': { borderRadius: 'full', bg: 'sea' },
      '&[data-shape=diamond]': { transform: 'translateX(-50%) rotate(45deg)', bg: 'fg.warning' },
      '&[data-shape=square]': { bg: 'fg.error' },
      '&[data-shape=bar]': { width: '4px', bg: 'fg.warning', borderRadius: '1px' },
    },
    note: {
      mdDown: { display: 'none' },
      position: 'absolute',
      top: '4px',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
    },
  },
})
