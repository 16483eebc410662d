import type { ProblemView } from '#pwa/actors/views.ts'

export function Examples({ samples }: { samples: ProblemView['sample_tests'] }) {
  return samples.map((sample, index) => (
    // Samples have no id and never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    <section key={index} className="example" aria-label={`Example ${index + 1}`}>
      <h3>Example {index + 1}</h3>
      <div className="example-pair">
        <figure>
          <figcaption>Input</figcaption>
          <pre>{sample.input}</pre>
        </figure>
        <figure>
          <figcaption>Output</figcaption>
          <pre>{sample.output}</pre>
        </figure>
      </div>
    </section>
  ))
}
