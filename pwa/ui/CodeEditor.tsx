import { Box } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import type { CodeAreaProps } from './CodeArea.tsx'

const CodeArea = lazy(() => import('./CodeArea.tsx'))

/** The editor for programs; its place is kept until it is here. */
export function CodeEditor(props: CodeAreaProps) {
  return (
    <Suspense fallback={<Box height={props.height ?? '240px'} borderRadius="l2" bg="#0e151b" aria-busy />}>
      <CodeArea {...props} />
    </Suspense>
  )
}
