import {
  createSystem,
  defaultConfig,
  defineConfig,
  defineRecipe,
  defineSemanticTokens,
  defineTextStyles,
  defineTokens,
} from '@chakra-ui/react'
import { colors } from './theme/colors.ts'
import { globalCss } from './theme/globalCss.ts'

const _icon = { width: '4', height: '4' }

/** 32 high in the page, 28 in dense places, 44 in forms; on a phone nothing is lower than 40. */
const button = defineRecipe({
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

const input = defineRecipe({
  variants: {
    size: { md: { '--input-height': '2rem' }, lg: { '--input-height': '2.75rem', textStyle: 'md', px: '3' } },
    variant: { outline: { bg: 'bg', borderColor: 'border.control' } },
  },
})

const fonts = defineTokens.fonts({
  body: { value: 'var(--font)' },
  heading: { value: 'var(--font)' },
  mono: { value: 'var(--mono)' },
})

const px = (n: number) => `${n / 16}rem`
const step = (size: number, line: number) => ({
  value: { fontSize: px(size), lineHeight: px(line), letterSpacing: 'normal' },
})

/** The look's steps: xs and sm for dense tables, md for text, lg to 3xl for headings. */
const textStyles = defineTextStyles({
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

const look = defineConfig({
  conditions: { dark: '[data-theme=dark] &', light: ':root &, [data-theme=light] &' },
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    tokens: { fonts },
    semanticTokens: {
      colors,
      radii: defineSemanticTokens.radii({
        l1: { value: '0.25rem' },
        l2: { value: 'var(--r-control)' },
        l3: { value: 'var(--r-card)' },
      }),
      shadows: defineSemanticTokens.shadows({
        lg: { value: 'var(--shadow)' },
        xl: { value: 'var(--shadow)' },
      }),
    },
    textStyles,
    recipes: { button, input },
  },
})

/** The console's one design system: Chakra's parts wearing the look's tokens. */
export const system = createSystem(defaultConfig, look)
