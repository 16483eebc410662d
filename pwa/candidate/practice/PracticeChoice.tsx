import { Options } from '../exam/mcq/Options.tsx'
import '../exam/mcq/mcq.css'
import { SaveLightSign } from '../ui/SaveLight.tsx'
import { question } from './content.ts'
import type { PracticeWork } from './usePractice.ts'

/** One question with options, as the test asks them. */
export function PracticeChoice({ work }: { work: PracticeWork }) {
  return (
    <section className="practice-part card" aria-labelledby="practice-question">
      <header className="practice-question">
        <h2 id="practice-question">A question</h2>
        <SaveLightSign light={work.lights.choice ?? null} />
        <p>{question.description}</p>
      </header>
      <Options
        question={question}
        selected={work.practice.selected}
        readOnly={false}
        onChoose={(option) => work.select([option])}
      />
      <p className="mcq-hint">In the test, press Save to make an answer count.</p>
    </section>
  )
}
