import { createSystem, defaultConfig, defineConfig, defineSemanticTokens } from '@chakra-ui/react'
import { colors } from './theme/colors.ts'
import { button, input } from './theme/controls.ts'
import { globalCss } from './theme/globalCss.ts'
import { fonts, textStyles } from './theme/type.ts'

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
