import { chakra } from '@chakra-ui/react'
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'

/** A statement as its author meant it; what is not plain Markdown is dropped. Load it lazily. */
export default function Markdown({ text }: { text: string }) {
  const html = useMemo(
    () =>
      DOMPurify.sanitize(marked.parse(text, { async: false }), {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'img', 'video', 'audio'],
        FORBID_ATTR: ['style', 'id', 'name'],
      }),
    [text],
  )
  return (
    <chakra.div
      overflowWrap="anywhere"
      css={{
        '& > * + *': { marginTop: '2' },
        '& ul': { listStyle: 'disc', paddingInlineStart: '5' },
        '& ol': { listStyle: 'decimal', paddingInlineStart: '5' },
        '& h1, & h2, & h3': { fontWeight: '600' },
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
        '& a': { color: 'sea', textDecoration: 'underline' },
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized just above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
