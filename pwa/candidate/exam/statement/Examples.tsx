import type { ProblemView } from '#contract/views/candidate.ts'
import { Printed } from '../../ui/Printed.tsx'
import { linesOf } from '../result/text.ts'

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

export function Examples({ samples }: { samples: ProblemView['sample_tests'] }) {
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
