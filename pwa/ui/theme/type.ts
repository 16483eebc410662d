import { defineTextStyles, defineTokens } from '@chakra-ui/react'

export const fonts = defineTokens.fonts({
  body: { value: 'var(--font)' },
  heading: { value: 'var(--font)' },
  mono: { value: 'var(--mono)' },
})

const px = (n: number) => `${n / 16}rem`
const step = (size: number, line: number) => ({
  value: { fontSize: px(size), lineHeight: px(line), letterSpacing: 'normal' },
})

/** The look's steps: xs and sm for dense tables, md for text, lg to 3xl for headings. */
export const textStyles = defineTextStyles({
  xs: step(12, 16),
  sm: step(13, 18),
  md: step(14, 20),
  lg: step(16, 24),
  xl: step(20, 28),
  '3xl': step(28, 36),
  code: {
    value: { fontFamily: 'mono', fontVariantLigatures: 'none', fontSize: px(12.5), lineHeight: px(20) },
  },
})
