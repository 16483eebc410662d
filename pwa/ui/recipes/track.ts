import { defineSlotRecipe } from '@chakra-ui/react'

const hatch = (ink: string, ground: string) =>
  `repeating-linear-gradient(135deg, ${ink} 0 2px, ${ground} 2px 5px)`

/** Rows on one shared time scale: a label of 148 and a line on which things stand at their moments. */
export const trackRecipe = defineSlotRecipe({
  className: 'hf-track',
  slots: ['root', 'scale', 'tick', 'row', 'label', 'labelNote', 'line', 'rail', 'span', 'mark', 'note'],
  base: {
    root: { display: 'grid', rowGap: '0', textStyle: 'xs', minW: '640px' },
    scale: { display: 'grid', gridTemplateColumns: '148px 1fr', color: 'fg.subtle', h: '24px' },
    tick: { position: 'absolute', transform: 'translateX(-50%)', fontVariantNumeric: 'tabular-nums' },
    row: {
      display: 'grid',
      gridTemplateColumns: '148px 1fr',
      alignItems: 'center',
      minH: '50px',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    label: { display: 'flex', gap: '3', fontWeight: '500', alignItems: 'center' },
    labelNote: { display: 'block', fontWeight: '400', color: 'fg.subtle' },
    line: { position: 'relative', h: '46px', mx: '3' },
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
    note: { position: 'absolute', top: '4px', whiteSpace: 'nowrap', color: 'fg.muted' },
  },
})
