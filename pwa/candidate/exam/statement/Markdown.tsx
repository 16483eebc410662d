import { useEffect, useRef } from 'react'
import './markdown.css'

interface MarkdownProps {
  text: string
  /** Signed addresses of the pictures it names; the same list as long as they are the same. */
  pictures?: readonly string[] | undefined
  /** Told what stands there once it stands for good; null where the renderer did not come. */
  onDrawn?: (drawn: HTMLElement | null) => void
}

/** The words stand at once; once the renderer is here they are set properly. */
export function Markdown({ text, pictures, onDrawn }: MarkdownProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    import('#pwa/markdown/render.ts')
      .then(({ renderMarkdown }) => renderMarkdown(text, pictures))
      .then((nodes) => {
        if (!current) return
        ref.current?.replaceChildren(nodes)
        onDrawn?.(ref.current)
      })
      .catch(() => {
        if (current) onDrawn?.(null)
      })
    return () => {
      current = false
    }
  }, [text, pictures, onDrawn])
  // React must not look after children that it did not make: a new text is a new element.
  return (
    <div key={text} ref={ref} className="markdown">
      {text}
    </div>
  )
}
