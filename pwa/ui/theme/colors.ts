import { defineSemanticTokens } from '@chakra-ui/react'

/** The look's properties (pwa/tokens.css) stand behind every colour, so both themes have one source. */
const look = (name: string) => ({ value: `var(--${name})` })

const state = (name: string) => ({
  solid: look(name),
  contrast: look('surface'),
  fg: look(name),
  subtle: look(`${name}-soft`),
  muted: look(`${name}-soft`),
  emphasized: look(`${name}-soft`),
  focusRing: look(name),
  border: look(name),
})

export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: look('surface'),
    canvas: look('bg'),
    subtle: look('bg'),
    muted: look('surface-2'),
    emphasized: look('sunken'),
    panel: look('surface'),
    inverted: look('ink'),
    error: look('bad-soft'),
    warning: look('warn-soft'),
    success: look('ok-soft'),
    info: look('info-soft'),
  },
  fg: {
    DEFAULT: look('ink'),
    muted: look('ink-2'),
    subtle: look('ink-3'),
    inverted: look('surface'),
    error: look('bad'),
    warning: look('warn'),
    success: look('ok'),
    info: look('info'),
  },
  border: {
    DEFAULT: look('line'),
    muted: look('line'),
    subtle: look('line'),
    emphasized: look('line-strong'),
    control: look('line-control'),
    error: look('bad'),
  },
  sea: {
    DEFAULT: look('sea'),
    hover: look('sea-hover'),
    solid: look('sea'),
    contrast: look('on-sea'),
    fg: look('sea'),
    subtle: look('sea-soft'),
    muted: look('sea-soft'),
    emphasized: look('sea-soft'),
    focusRing: look('focus'),
    border: look('line-control'),
  },
  /** The mark's tile and the panel beside the login stay the same in both themes. */
  deep: {
    DEFAULT: { value: '#0a2b2a' },
    tile: { value: '#0b6b62' },
    line: { value: '#2f6b66' },
    ink: { value: '#f2f8f7' },
    'ink-2': { value: '#a9c4c1' },
    accent: { value: '#6fd0c1' },
  },
  green: state('ok'),
  orange: state('warn'),
  red: state('bad'),
  blue: state('info'),
  gray: { ...state('device'), border: look('line-control'), muted: look('line') },
})
