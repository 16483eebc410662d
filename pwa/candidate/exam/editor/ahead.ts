import { retryableImport } from '../../ui/retryableImport.ts'

/** The editor, the largest part of the test screen. */
export const codeEditor = retryableImport(() => import('./CodeEditor.tsx'))
