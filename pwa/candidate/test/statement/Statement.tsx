import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#pwa/actors/views.ts'
import { Examples } from './Examples.tsx'
import { Markdown } from './Markdown.tsx'
import { Picture } from './Picture.tsx'
import './statement.css'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function Statement({ problem }: { problem: ProblemView }) {
  const facts = [
    problem.difficulty ? capital(problem.difficulty) : texts.notAvailable,
    plural(problem.marks, 'mark'),
    plural(problem.time_in_minutes, 'minute'),
  ]
  // Most statements bring their own example; the sample tests are then shown where they are run.
  const bringsExample = /example/i.test(problem.description)
  return (
    <article className="statement" aria-labelledby="problem-title">
      <h2 id="problem-title">{problem.title}</h2>
      <p className="statement-facts">{facts.join('  ·  ')}</p>
      <Markdown text={problem.description} />
      {problem.image_url && (
        <Picture src={problem.image_url} alt={problem.image_alt || `Picture of ${problem.title}`} />
      )}
      {!bringsExample && <Examples samples={problem.sample_tests} />}
    </article>
  )
}
