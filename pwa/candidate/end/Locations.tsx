import { plural } from '#contract/plural.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { SaveLightSign } from '../ui/SaveLight.tsx'
import type { EndItem } from './items.ts'

const glyphs = { apart: 'warn', device: 'device', server: 'ok' } as const

interface LocationProps {
  title: string
  tone: 'apart' | 'device' | 'server'
  items: readonly EndItem[]
}

function LocationCard({ title, tone, items }: LocationProps) {
  return (
    <section className={`place card is-${tone}`} aria-label={title}>
      <header>
        <Glyph name={glyphs[tone]} />
        <h2>{title}</h2>
        <span className="tabular">{items.length === 0 ? 'nothing' : plural(items.length, 'item')}</span>
      </header>
      <ul>
        {items.map((item) => (
          <li key={item.name}>
            <strong>{item.name}</strong> <span className="tabular">{item.detail}</span>
            <SaveLightSign light={{ state: item.state, at: item.at }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The same items as in the count above: first what is not kept, then what is still here, then what has arrived.
 * @param isKept this device could keep everything: what is not saved was not taken by the server
 */
export function Locations({ items, isKept }: { items: readonly EndItem[]; isKept: boolean }) {
  const nowhere = isKept ? [] : items.filter((item) => item.state === 'unsaved')
  const here = items.filter((item) => item.state !== 'server' && !nowhere.includes(item))
  const there = items.filter((item) => item.state === 'server')
  return (
    <>
      {nowhere.length > 0 && <LocationCard title="Only on this page" tone="apart" items={nowhere} />}
      {here.length > 0 && <LocationCard title="Still on this device" tone="device" items={here} />}
      <LocationCard title="On the server" tone="server" items={there} />
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
