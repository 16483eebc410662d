import './statement.css'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import { Printed } from '#pwa/candidate/ui/Printed.tsx'
import { linesOf } from '../result/text.ts'
import { Markdown } from './Markdown.tsx'
import { StatementPicture } from './StatementPicture.tsx'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Most statements bring their own example, input and output under its heading; the sample tests are then shown only
 * where they are run. The other statements, which may well say "for example" in their text, have them below.
 */
export function ProblemStatement({ problem }: { problem: ProblemView }) {
  const facts = [
    problem.difficulty ? capital(problem.difficulty) : texts.notAvailable,
    plural(problem.marks, 'mark'),
    `about ${plural(problem.time_in_minutes, 'minute')}`,
  ]
  // Until the text is set nothing is shown that would have to go again.
  const [hasExample, setHasExample] = useState(true)
  return (
    <article className="statement" aria-labelledby="problem-title">
      <h2 id="problem-title">{problem.title}</h2>
      <p className="statement-facts">{facts.join('  ·  ')}</p>
      <Markdown text={problem.description} pictures={problem.pictures} onExample={setHasExample} />
      {problem.image_url && (
        <StatementPicture src={problem.image_url} alt={problem.image_alt || `Picture of ${problem.title}`} />
      )}
      {!hasExample && <Examples samples={problem.sample_tests} />}
    </article>
  )
}

function Lines({ text }: { text: string }) {
  return (
    <Printed>
      {linesOf(text).map((line, index) => (
        // A line's number is what it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <span key={index} className="example-line">
          {`${line}\n`}
        </span>
      ))}
    </Printed>
  )
}

function Examples({ samples }: { samples: ProblemView['sample_tests'] }) {
  return samples.map((sample, index) => (
    // Samples have no id and never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    <section key={index} className="example" aria-label={`Example ${index + 1}`}>
      <h3>Example {index + 1}</h3>
      <div className="example-pair">
        <figure>
          <figcaption>Input</figcaption>
          <Lines text={sample.input} />
        </figure>
        <figure>
          <figcaption>Output</figcaption>
          <Lines text={sample.output} />
        </figure>
      </div>
    </section>
  ))
}
