import { useEffect, useRef } from 'react'
import type { Connection, SaveLight as Light, SaveState, TotalLight as Total } from '#pwa/actors/testApi.ts'
import { formatClock } from '../format.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import './save-light.css'
import { spokenLight } from './spokenLight.ts'

const glyphs: Record<SaveState, GlyphName> = {
  server: 'ok',
  device: 'device',
  saving: 'sending',
  sending: 'sending',
  unsaved: 'unsaved',
}

function words(light: Light): string {
  if (light.state === 'server') return light.at === null ? 'saved' : `saved ${formatClock(light.at)}`
  if (light.state === 'device') return 'saved on this device'
  return light.state === 'unsaved' ? 'not saved' : light.state
}

function totalWords(total: Total): string {
  if (total.state === 'server') return total.at === null ? 'All saved' : `All saved ${formatClock(total.at)}`
  if (total.state === 'device') return `${total.waiting} saved on this device`
  return total.state === 'unsaved' ? 'not saved' : `${total.state} ${total.waiting}`
}

function Lamp({ state, text }: { state: SaveState; text: string }) {
  return (
    <span className={`save-light is-${state} tabular`}>
      <Glyph name={glyphs[state]} size={12} />
      {text}
    </span>
  )
}

/** Of one item; nothing is shown before there is something to keep. Read when looked at: the total speaks. */
export function SaveLight({ light }: { light: Light | null }) {
  return <span className="save-light-slot">{light && <Lamp state={light.state} text={words(light)} />}</span>
}

/** Of everything: shown to the second, and spoken only where something has changed for whoever listens. */
export function TotalLight({ total, connection }: { total: Total; connection: Connection }) {
  const said = useRef('')
  const spoken = spokenLight(said.current, total, connection)
  useEffect(() => {
    said.current = spoken
  }, [spoken])
  return (
    <>
      <span className="save-light-slot">
        <Lamp state={total.state} text={totalWords(total)} />
      </span>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  )
}
