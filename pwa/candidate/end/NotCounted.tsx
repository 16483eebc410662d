import { Glyph } from '../ui/Glyph.tsx'

/** Apart from what is safe: what the person chose and did not save. Nothing where there is none of it. */
export function NotCounted({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className="place card is-apart" aria-label="Not counted">
      <header>
        <Glyph name="warn" />
        <h2>Not counted</h2>
      </header>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
