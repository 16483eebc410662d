import { defineRecipe } from '@chakra-ui/react'

const _icon = { width: '4', height: '4' }

/** 32 high in the page, 28 in dense places, 44 in forms; on a phone nothing is lower than 40. */
export const button = defineRecipe({
  base: { lineHeight: '1.25', fontWeight: '500' },
  variants: {
    size: {
      sm: {
        h: { base: '2.5rem', md: '1.75rem' },
        minW: '1.75rem',
        px: '2.5',
        textStyle: 'sm',
        gap: '1.5',
        _icon,
      },
      md: { h: { base: '2.5rem', md: '2rem' }, minW: '2rem', px: '3', textStyle: 'sm', gap: '2', _icon },
      lg: { h: '2.75rem', minW: '2.75rem', px: '5', textStyle: 'md', gap: '2', _icon },
    },
    variant: {
      solid: { _hover: { bg: 'sea.hover' }, _expanded: { bg: 'sea.hover' } },
      outline: { borderColor: 'border.control', color: 'fg', bg: 'bg', _hover: { bg: 'bg.muted' } },
      ghost: { color: 'fg.muted', _hover: { bg: 'bg.muted', color: 'fg' } },
    },
  },
})

export const input = defineRecipe({
  variants: {
    size: { md: { '--input-height': '2rem' }, lg: { '--input-height': '2.75rem', textStyle: 'md', px: '3' } },
    variant: { outline: { bg: 'bg', borderColor: 'border.control' } },
  },
})
