import { plural } from '#contract/plural.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { SaveLight } from '../ui/SaveLight.tsx'
import type { EndItem } from './items.ts'

interface PlaceProps {
  title: string
  tone: 'device' | 'server'
  items: readonly EndItem[]
}

function Place({ title, tone, items }: PlaceProps) {
  return (
    <section className={`place card is-${tone}`} aria-label={title}>
      <header>
        <Glyph name={tone === 'server' ? 'ok' : 'device'} />
        <h2>{title}</h2>
        <span className="tabular">{items.length === 0 ? 'nothing' : plural(items.length, 'item')}</span>
      </header>
      <ul>
        {items.map((item) => (
          <li key={item.name}>
            <strong>{item.name}</strong> <span className="tabular">{item.detail}</span>
            <SaveLight light={{ state: item.state, at: item.at }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same items as in the count above: first what is still here, then what has arrived. */
export function Places({ items }: { items: readonly EndItem[] }) {
  const here = items.filter((item) => item.state !== 'server')
  const there = items.filter((item) => item.state === 'server')
  return (
    <>
      {here.length > 0 && <Place title="Still on this device" tone="device" items={here} />}
      <Place title="On the server" tone="server" items={there} />
      {here.length === 0 && (
        <section className="place card is-device">
          <header>
            <Glyph name="device" />
            <h2>Still on this device</h2>
            <span>nothing</span>
          </header>
        </section>
      )}
    </>
  )
}
