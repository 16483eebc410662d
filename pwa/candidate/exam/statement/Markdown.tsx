import { useEffect, useRef } from 'react'
import './markdown.css'

interface MarkdownProps {
  text: string
  /** Signed addresses of the pictures it names; the same list as long as they are the same. */
  pictures?: readonly string[] | undefined
  /** Told once it stands for good whether it brings an example; no where the renderer did not come. */
  onExample?: (isThere: boolean) => void
}

/** The words stand at once; once the renderer is here they are set properly. */
export function Markdown({ text, pictures, onExample }: MarkdownProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    import('#pwa/markdown/render.ts')
      .then(async ({ bringsExample, renderMarkdown }) => {
        const nodes = await renderMarkdown(text, pictures)
        if (!current) return
        onExample?.(bringsExample(nodes))
        ref.current?.replaceChildren(nodes)
      })
      .catch(() => {
        if (current) onExample?.(false)
      })
    return () => {
      current = false
    }
  }, [text, pictures, onExample])
  // React must not look after children that it did not make: a new text is a new element.
  return (
    <div key={text} ref={ref} className="markdown">
      {text}
    </div>
  )
}
