import { askedAgain } from '../../ui/askedAgain.ts'

/** The editor, the largest part of the test screen. */
export const codeEditor = askedAgain(() => import('./CodeEditor.tsx'))
