import type { ProblemView } from '#pwa/actors/views.ts'
import { Printed } from '../../ui/Printed.tsx'

export function Examples({ samples }: { samples: ProblemView['sample_tests'] }) {
  return samples.map((sample, index) => (
    // Samples have no id and never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    <section key={index} className="example" aria-label={`Example ${index + 1}`}>
      <h3>Example {index + 1}</h3>
      <div className="example-pair">
        <figure>
          <figcaption>Input</figcaption>
          <Printed>{sample.input}</Printed>
        </figure>
        <figure>
          <figcaption>Output</figcaption>
          <Printed>{sample.output}</Printed>
        </figure>
      </div>
    </section>
  ))
}
