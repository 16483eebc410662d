import { chakra } from '@chakra-ui/react'
import { useLayoutEffect, useRef } from 'react'
import { renderMarkdown } from '#pwa/markdown/render.ts'

export interface AuthoredText {
  text: string
  /** Signed addresses of the pictures that it names without a signature. */
  pictures?: readonly string[] | undefined
  /** Told what stands there once it is formatted. */
  onDrawn?: ((drawn: HTMLElement) => void) | undefined
}

/** A statement as candidates read it: by the same renderer, in the console's look. Load it lazily. */
export default function Markdown({ text, pictures, onDrawn }: AuthoredText) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let isCurrent = true
    // The text shown before stays until the new one is ready, so that a preview does not flicker while one types.
    if (ref.current?.childNodes.length === 0) ref.current.textContent = text
    ref.current?.setAttribute('data-drawing', '')
    void renderMarkdown(text, pictures)
      .catch(() => text)
      .then((shown) => {
        if (!isCurrent || !ref.current) return
        ref.current.replaceChildren(shown)
        ref.current.removeAttribute('data-drawing')
        onDrawn?.(ref.current)
      })
    return () => {
      isCurrent = false
    }
  }, [text, pictures, onDrawn])
  return <chakra.div ref={ref} overflowWrap="anywhere" css={look} />
}

const look = {
  '& > * + *': { marginTop: '2' },
  '& ul': { listStyle: 'disc', paddingInlineStart: '5' },
  '& ol': { listStyle: 'decimal', paddingInlineStart: '5' },
  '& h1, & h2, & h3, & h4': { fontWeight: '600' },
  '& > .is-heading + *': { marginTop: '1' },
  '& img': { display: 'block', maxWidth: '100%', height: 'auto' },
  '& code': {
    fontFamily: 'mono',
    fontVariantLigatures: 'none',
    fontSize: '0.92em',
    bg: 'bg.muted',
    px: '1',
    borderRadius: 'l1',
  },
  '& pre': { bg: 'bg.subtle', p: '2.5', borderRadius: 'l2', overflow: 'auto', textStyle: 'code' },
  '& pre code': { bg: 'transparent', p: '0', fontSize: 'inherit' },
  '& blockquote': { borderStartWidth: '3px', ps: '3', color: 'fg.muted' },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': { borderWidth: '1px', px: '2', py: '1', textAlign: 'start' },
  // Taken back from the reset of all elements, or scripts are as large as what they stand at.
  '& math': { fontFamily: 'var(--math)' },
  '& math *': { fontSize: 'math', padding: 'revert' },
  '& math[display=block]': { overflowX: 'auto', overflowY: 'hidden', py: '1' },
  '& .example-pair': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    borderWidth: '1px',
    borderRadius: 'l3',
    overflow: 'hidden',
    bg: 'bg.subtle',
  },
  '& .example-pair figure': { minWidth: '0', p: '2.5' },
  '& .example-pair figure + figure': { borderInlineStartWidth: '1px' },
  '& .example-pair figcaption': { textStyle: 'xs', color: 'fg.muted', marginBottom: '1' },
  '& .example-pair pre': {
    bg: 'transparent',
    p: '0',
    borderRadius: '0',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
} as const
