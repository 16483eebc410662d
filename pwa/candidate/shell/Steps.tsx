import { Glyph } from '../ui/Glyph.tsx'
import './steps.css'

const names = ['Welcome', 'Details', 'Test'] as const

/** Where a candidate stands on the way in. */
export function Steps({ current }: { current: (typeof names)[number] }) {
  const at = names.indexOf(current)
  return (
    <ol className="steps" aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={index < at ? 'is-done' : index === at ? 'is-current' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <Glyph name={index < at ? 'ok' : index === at ? 'part' : 'open'} size={13} />
          {name}
        </li>
      ))}
    </ol>
  )
}
