import { useCallback, useState } from 'react'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import { bringsExample } from '#pwa/markdown/examples.ts'
import { Examples } from './Examples.tsx'
import { Markdown } from './Markdown.tsx'
import { StatementPicture } from './StatementPicture.tsx'
import './statement.css'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Most statements bring their own example, input and output under its heading; the sample tests are then shown only where
 * they are run. Of the others, which may well say "for example" in their text, they stand below.
 */
export function ProblemStatement({ problem }: { problem: ProblemView }) {
  const facts = [
    problem.difficulty ? capital(problem.difficulty) : texts.notAvailable,
    plural(problem.marks, 'mark'),
    `about ${plural(problem.time_in_minutes, 'minute')}`,
  ]
  // Until the text is set nothing is shown that would have to go again.
  const [hasExample, setHasExample] = useState(true)
  const lookForExample = useCallback(
    (drawn: HTMLElement | null) => setHasExample(drawn !== null && bringsExample(drawn)),
    [],
  )
  return (
    <article className="statement" aria-labelledby="problem-title">
      <h2 id="problem-title">{problem.title}</h2>
      <p className="statement-facts">{facts.join('  ·  ')}</p>
      <Markdown text={problem.description} onDrawn={lookForExample} />
      {problem.image_url && (
        <StatementPicture src={problem.image_url} alt={problem.image_alt || `Picture of ${problem.title}`} />
      )}
      {!hasExample && <Examples samples={problem.sample_tests} />}
    </article>
  )
}
