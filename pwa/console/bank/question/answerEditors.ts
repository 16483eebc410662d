import type { FunctionComponent } from 'react'
import type { QuestionKind } from '#contract/questionKinds.ts'
import { type AnswerEditorProps, OptionsEditor } from './OptionsEditor.tsx'

/** What the answers to a question of each kind are written in. */
export const answerEditors: Readonly<Record<QuestionKind, FunctionComponent<AnswerEditorProps>>> = {
  single: OptionsEditor,
  multiple: OptionsEditor,
}
