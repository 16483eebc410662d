import { useEffect, useRef } from 'react'
import { plural } from '#contract/plural.ts'
import type { Connection, SaveLight as Light, SaveState, TotalLight as Total } from '#pwa/actors/testApi.ts'
import { formatClock } from '../format.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import './save-light.css'
import { ALL_SAVED, keptOf, spokenLight } from './spokenLight.ts'

const glyphs: Record<SaveState, GlyphName> = {
  server: 'ok',
  device: 'device',
  saving: 'sending',
  sending: 'sending',
  unsaved: 'unsaved',
}

function words(light: Light): string {
  if (light.isAside) return 'sent'
  if (light.state === 'server') return light.at === null ? 'saved' : `saved ${formatClock(light.at)}`
  if (light.state === 'device') return 'saved on this device'
  return light.state === 'unsaved' ? 'not saved' : light.state
}

/** Whatever is kept of them: choices that were not saved do not count, and *All saved* would say that they do. */
const butFor = (choices: number): string => `${plural(choices, 'choice')} not saved`

/**
 * Something is always being saved where somebody types without a pause. Out of reach of the server that is not all there is
 * to say: what was kept before is on the device, and it alone is called so.
 */
const hasKept = (total: Total, { state }: Connection): boolean =>
  total.state === 'saving' && keptOf(total) > 0 && (state === 'offline' || state === 'captive')

function totalWords(total: Total, choices: number, connection: Connection): string {
  if (hasKept(total, connection)) return `${keptOf(total)} saved on this device, 1 saving`
  if (total.isAside) return 'All sent'
  if (total.state === 'server' && choices > 0) return butFor(choices)
  if (total.state === 'server') return total.at === null ? 'All saved' : `All saved ${formatClock(total.at)}`
  if (total.state === 'device') return `${total.waiting} saved on this device`
  return total.state === 'unsaved' ? 'not saved' : `${total.state} ${total.waiting}`
}

function Lamp({ state, text, isWarning }: { state: SaveState; text: string; isWarning?: boolean }) {
  return (
    <span className={`save-light is-${isWarning ? 'warning' : state} tabular`}>
      <Glyph name={isWarning ? 'warn' : glyphs[state]} size={12} />
      {text}
    </span>
  )
}

/** Of one item; nothing is shown before there is something to keep. Read when looked at: the total speaks. */
export function SaveLight({ light }: { light: Light | null }) {
  return <span className="save-light-slot">{light && <Lamp state={light.state} text={words(light)} />}</span>
}

interface TotalLightProps {
  total: Total
  connection: Connection
  /** How many questions have a choice that was not saved, where it still can be. */
  choices?: number
}

/** Of everything: shown to the second, and spoken only where something has changed for whoever listens. */
export function TotalLight({ total, connection, choices = 0 }: TotalLightProps) {
  const said = useRef('')
  const kept = spokenLight(said.current, total, connection)
  const spoken = kept === ALL_SAVED && choices > 0 ? `${butFor(choices)}.` : kept
  useEffect(() => {
    said.current = spoken
  }, [spoken])
  return (
    <>
      <span className="save-light-slot">
        <Lamp
          state={hasKept(total, connection) ? 'device' : total.state}
          text={totalWords(total, choices, connection)}
          isWarning={total.state === 'server' && choices > 0}
        />
      </span>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  )
}
