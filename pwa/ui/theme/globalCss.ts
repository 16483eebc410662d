import { defineGlobalStyles } from '@chakra-ui/react'

export const globalCss = defineGlobalStyles({
  '*': { fontFeatureSettings: 'normal' },
  html: { colorPalette: 'sea', bg: 'bg', colorScheme: 'light' },
  'html[data-theme=dark]': { colorScheme: { base: 'dark', _print: 'light' } },
  body: { minHeight: '100dvh', textStyle: 'md' },
  ':where(a, button, summary, [tabindex]):focus-visible': {
    outline: '2px solid var(--focus)',
    outlineOffset: '2px',
  },
  '*, *::before, *::after': {
    // Code is read sign by sign, and every `font` resets ligatures: nowhere may >= look like another sign.
    fontVariantLigatures: 'none !important',
    _motionReduce: {
      // Not a very short one: it may be over before the dialog that goes with it listens, which then stays for good.
      animation: 'none !important',
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
  'input[type=file]::file-selector-button': {
    h: '1.75rem',
    me: '3',
    px: '2.5',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border.control',
    borderRadius: 'l2',
    bg: 'bg',
    color: 'fg',
    fontWeight: '500',
    textStyle: 'sm',
    cursor: 'pointer',
  },
  'body:has(:is([role=dialog], [role=alertdialog])[data-state=open])': { '--toasts-bottom': '0.5rem' },
  '[data-screen-only]': { _print: { display: 'none !important' } },
  '[data-print-only]': { display: 'none', _print: { display: 'inline' } },
  // Drawn by grounds, which paper leaves out otherwise.
  '[data-drawn]': { printColorAdjust: 'exact', '& *': { printColorAdjust: 'exact' } },
  'h1, h2, h3, thead': { breakAfter: 'avoid' },
  'details::details-content': { _print: { contentVisibility: 'visible !important' } },
})
