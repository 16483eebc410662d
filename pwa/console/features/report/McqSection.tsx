import { chakra } from '@chakra-ui/react'
import { plural } from '#contract/plural.ts'
import type { McqReport } from '../../views.ts'
import { McqItem } from './McqItem.tsx'
import { Section } from './Section.tsx'

export function McqSection({ mcqs }: { mcqs: readonly McqReport[] }) {
  if (mcqs.length === 0) return null
  const right = mcqs.filter((mcq) => mcq.is_accepted).length
  const marks = mcqs.reduce((sum, mcq) => sum + mcq.obtained_marks, 0)
  return (
    <Section
      id="mcqs"
      title="MCQ result"
      beside={`${right} of ${mcqs.length} right, ${plural(marks, 'mark')}`}
    >
      <chakra.ol listStyle="none">
        {mcqs.map((mcq, index) => (
          <McqItem key={mcq.question_id} mcq={mcq} number={index + 1} />
        ))}
      </chakra.ol>
    </Section>
  )
}
