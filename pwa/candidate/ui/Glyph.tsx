import type { ReactNode } from 'react'

/** State shapes: each is told apart without its colour, and a word always stands beside it. */
export type GlyphName =
  | 'ok'
  | 'device'
  | 'sending'
  | 'unsaved'
  | 'warn'
  | 'bad'
  | 'part'
  | 'unseen'
  | 'open'
  | 'step'

const cut = 'var(--surface)'
const shapes: Record<GlyphName, ReactNode> = {
  ok: (
    <>
      <circle cx="7" cy="7" r="7" />
      <path
        d="m4 7.2 2.1 2.1L10 5.2"
        fill="none"
        stroke={cut}
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  device: (
    <>
      <rect
        x=".8"
        y=".8"
        width="12.4"
        height="12.4"
        rx="2.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      />
      <rect x="4" y="4" width="6" height="6" rx="1" />
    </>
  ),
  sending: (
    <>
      <circle cx="7" cy="7" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.7" opacity=".35" />
      <path
        d="M7 .9A6.1 6.1 0 0 1 13.1 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </>
  ),
  unsaved: (
    <>
      <path d="M7 0l7 7-7 7-7-7z" />
      <path d="M7 3.8v3.6M7 9.8v.1" stroke={cut} strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  warn: (
    <>
      <path d="M7 .8 13.8 13H.2z" strokeLinejoin="round" />
      <path d="M7 5v3.4M7 10.7v.1" stroke={cut} strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  bad: (
    <>
      <rect width="14" height="14" rx="2.6" />
      <path d="m4.6 4.6 4.8 4.8m0-4.8L4.6 9.4" stroke={cut} strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  part: (
    <>
      <circle cx="7" cy="7" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <path d="M7 3a4 4 0 0 1 0 8z" />
    </>
  ),
  unseen: (
    <circle
      cx="7"
      cy="7"
      r="6.1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.4 2.4"
    />
  ),
  open: <circle cx="7" cy="7" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  step: <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="2" />,
}

export function Glyph({ name, size = 14 }: { name: GlyphName; size?: number }) {
  return (
    <svg
      className={`glyph glyph-${name}`}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="currentColor"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
