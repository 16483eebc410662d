import type { FunctionComponent } from 'react'
import type { OfKinds } from '#contract/questionKinds.ts'
import { type AnswerProps, Options } from './Options.tsx'

/** The part of the page that a question is answered in, by its kind. */
export const answerParts: OfKinds<FunctionComponent<AnswerProps>> = {
  single: (props) => <Options {...props} input="radio" />,
  multiple: (props) => <Options {...props} input="checkbox" />,
}
