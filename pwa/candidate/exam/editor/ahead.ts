import { retryableImport } from '../../ui/lazyPart.tsx'

/** The editor, the largest part of the test screen. */
export const codeEditor = retryableImport(() => import('./CodeEditor.tsx'))
