import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import type { AuthoredText } from './Markdown.tsx'

const Markdown = lazy(() => import('./Markdown.tsx'))

/** Authored text: plain at once, formatted as soon as the formatter is here. */
export function Statement({ text, pictures, onDrawn }: AuthoredText) {
  return (
    <Suspense
      fallback={
        <chakra.div whiteSpace="pre-wrap" data-drawing="">
          {text}
        </chakra.div>
      }
    >
      <Markdown text={text} pictures={pictures} onDrawn={onDrawn} />
    </Suspense>
  )
}
