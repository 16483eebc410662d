import { useEffect, useRef } from 'react'
import './markdown.css'

interface MarkdownProps {
  text: string
  /** Options are short and stand on one line. */
  inline?: boolean
  className?: string
}

/** The words stand at once; once the renderer is here they are set properly. */
export function Markdown({ text, inline = false, className }: MarkdownProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    import('./render.ts')
      .then(({ renderMarkdown }) => renderMarkdown(text))
      .then((nodes) => {
        if (current) ref.current?.replaceChildren(nodes)
      })
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [text])
  const classes = ['markdown', inline && 'is-inline', className].filter(Boolean).join(' ')
  // React must not look after children that it did not make: a new text is a new element.
  return (
    <div key={text} ref={ref} className={classes}>
      {text}
    </div>
  )
}
