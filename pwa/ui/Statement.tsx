import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./Markdown.tsx'))

/** Authored text: plain at once, formatted as soon as the formatter is here. */
export function Statement({ text }: { text: string }) {
  return (
    <Suspense fallback={<chakra.div whiteSpace="pre-wrap">{text}</chakra.div>}>
      <Markdown text={text} />
    </Suspense>
  )
}
