import { defineGlobalStyles } from '@chakra-ui/react'

export const globalCss = defineGlobalStyles({
  '*': { fontFeatureSettings: 'normal' },
  html: { colorPalette: 'sea', bg: 'bg', textStyle: 'md', colorScheme: 'light' },
  'html[data-theme=dark]': { colorScheme: 'dark' },
  body: { minHeight: '100dvh' },
  ':where(a, button, summary, [tabindex]):focus-visible': {
    outline: '2px solid var(--focus)',
    outlineOffset: '2px',
  },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media print': {
    html: { fontSize: '14px' },
    '[data-screen-only]': { display: 'none !important' },
  },
})
