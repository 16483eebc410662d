import { useEffect, useRef } from 'react'
import './markdown.css'

/** The words stand at once; once the renderer is here they are set properly. */
export function Markdown({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    import('#pwa/markdown/render.ts')
      .then(({ renderMarkdown }) => renderMarkdown(text))
      .then((nodes) => {
        if (current) ref.current?.replaceChildren(nodes)
      })
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [text])
  // React must not look after children that it did not make: a new text is a new element.
  return (
    <div key={text} ref={ref} className="markdown">
      {text}
    </div>
  )
}
