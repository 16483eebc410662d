import { chakra } from '@chakra-ui/react'
import DOMPurify from 'dompurify'
import { useEffect, useMemo, useState } from 'react'
import { loadMathParser, mayHoldMath } from '#pwa/markdown/math.ts'
import { type Parse, parsePlain } from '#pwa/markdown/parse.ts'

/** Formulas are set as soon as somebody wrote one and their renderer is here. */
function useParser(text: string): Parse {
  const [parse, setParse] = useState<Parse>(() => parsePlain)
  const isMath = mayHoldMath(text)
  useEffect(() => {
    if (!isMath) return
    let isCurrent = true
    void loadMathParser().then((loaded) => isCurrent && setParse(() => loaded))
    return () => {
      isCurrent = false
    }
  }, [isMath])
  return isMath ? parse : parsePlain
}

/** A statement as its author meant it; what is not plain Markdown or a formula is dropped. Load it lazily. */
export default function Markdown({ text }: { text: string }) {
  const parse = useParser(text)
  const html = useMemo(
    () =>
      DOMPurify.sanitize(parse(text), {
        USE_PROFILES: { html: true, mathMl: true },
        FORBID_TAGS: ['style', 'form', 'input', 'img', 'video', 'audio'],
        FORBID_ATTR: ['style', 'id', 'name'],
        RETURN_TRUSTED_TYPE: true,
      }),
    [text, parse],
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
        '& blockquote': { borderStartWidth: '3px', ps: '3', color: 'fg.muted' },
        '& table': { borderCollapse: 'collapse' },
        '& th, & td': { borderWidth: '1px', px: '2', py: '1', textAlign: 'start' },
        '& math[display=block]': { overflowX: 'auto', overflowY: 'hidden', py: '1' },
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized just above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
