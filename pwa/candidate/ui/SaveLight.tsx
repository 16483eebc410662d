import { useEffect, useRef } from 'react'
import type { Connection, SaveLight as Light, SaveState, TotalLight as Total } from '#pwa/attempt/api.ts'
import { formatClock } from '../format.ts'
import { Glyph, type GlyphName } from './Glyph.tsx'
import './save-light.css'
import { plural } from '#contract/plural.ts'

/** The number of waiting changes that are on the device: something that is being saved is not yet. */
export const keptOf = ({ state, waiting }: Total): number => (state === 'saving' ? waiting - 1 : waiting)

/** Whatever is kept of them: choices that were not saved do not count, and *All saved* would say that they do. */
const butFor = (choices: number): string => `${plural(choices, 'choice')} not saved`

/**
 * The words of the total light, said aloud. It changes at every keystroke that is kept; spoken is only what changes for
 * a person: all saved, kept here because nothing can be sent, or not kept at all. Never a time or a count of what is
 * kept.
 * @param before what it said last, which stands while work is on its way as ever
 * @param choices how many questions have a choice that was not saved
 */
export function spokenLight(before: string, total: Total, { state }: Connection, choices: number): string {
  if (total.state === 'unsaved') return 'Not saved.'
  const but = choices > 0 ? `${butFor(choices)}.` : ''
  if (keptOf(total) > 0) return state === 'online' ? before : `Saved on this device. ${but}`.trim()
  if (total.isAside) return state === 'captive' ? before : 'All sent.'
  return total.state === 'server' ? but || 'All saved.' : before
}

type Shown = SaveState | 'warning'
const glyphs: Record<Shown, GlyphName> = {
  server: 'ok',
  device: 'device',
  saving: 'sending',
  sending: 'sending',
  unsaved: 'unsaved',
  warning: 'warn',
}

function words(light: Light): string {
  if (light.isAside) return 'sent'
  if (light.isLate) return 'saved, not counted'
  if (light.state === 'server') return light.at === null ? 'saved' : `saved ${formatClock(light.at)}`
  if (light.state === 'device') return 'saved on this device'
  return light.state === 'unsaved' ? 'not saved' : light.state
}

/**
 * Something is always being saved where somebody types without a pause. Out of reach of the server that is not all there is
 * to say: what was kept before is on the device, and it alone is called so.
 */
const stateOf = (total: Total, { state }: Connection): SaveState =>
  total.state === 'saving' && keptOf(total) > 0 && (state === 'offline' || state === 'captive')
    ? 'device'
    : total.state

function totalLabel(total: Total, state: SaveState, choices: number): string {
  if (total.isAside) return 'All sent'
  const but = choices > 0 && butFor(choices)
  const more = but || (total.state === 'saving' && '1 saving')
  if (state === 'device') return `${keptOf(total)} saved on this device${more ? `, ${more}` : ''}`
  if (state === 'server')
    return but || (total.at === null ? 'All saved' : `All saved ${formatClock(total.at)}`)
  return state === 'unsaved' ? 'not saved' : `${state} ${total.waiting}`
}

function Lamp({ state, text }: { state: Shown; text: string }) {
  return (
    <span className={`save-light is-${state} tabular`}>
      <Glyph name={glyphs[state]} size={12} />
      {text}
    </span>
  )
}

/** The light of one item; nothing is shown before there is something to keep. Read when looked at: the total speaks. */
export function SaveLightSign({ light }: { light: Light | null }) {
  return (
    <span className="save-light-slot">
      {light && <Lamp state={light.isLate ? 'warning' : light.state} text={words(light)} />}
    </span>
  )
}

interface TotalLightProps {
  total: Total
  connection: Connection
  /** How many questions have a choice that was not saved, where it still can be. */
  choices?: number
}

/** The light of everything: shown to the second, and spoken only if something has changed for whoever listens. */
export function TotalLightSign({ total, connection, choices = 0 }: TotalLightProps) {
  const said = useRef('')
  const spoken = spokenLight(said.current, total, connection, choices)
  const state = stateOf(total, connection)
  useEffect(() => {
    said.current = spoken
  }, [spoken])
  return (
    <>
      <span className="save-light-slot">
        <Lamp
          state={choices > 0 && (state === 'device' || state === 'server') ? 'warning' : state}
          text={totalLabel(total, state, choices)}
        />
      </span>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  )
}
