import { findNewestTime } from '#db/queries/newest.ts'
import { ALIVE } from '../attempts/downtime.ts'
import { unreadable } from './data.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'

const NAME = 'Clock'
/** A server that writes right now is a moment ahead of whoever looks. */
const AHEAD_MS = 2_000
/** An answer tells its time in whole seconds, and takes its way. */
const APART_MS = 5_000

const SET_IT =
  'Have the clock set by NTP (chrony, or systemd-timesyncd) and started before Holdfast. Deadlines go by this clock.'

/** Whether the clock has gone back behind what was already written, and agrees with the machine that people reach. */
export async function examineClock({ read, now }: Patient, answered: number | null): Promise<Diagnosis> {
  const at = now()
  const newest = read && (await findNewestTime(read, [ALIVE]))
  if (newest !== null && newest - at > AHEAD_MS)
    return {
      name: NAME,
      ok: false,
      says: `The clock went back: it is ${iso(at)}, and something was already written at ${iso(newest)}, ${inWords(newest - at)} later.`,
      todo: SET_IT,
    }
  if (answered !== null && Math.abs(answered - at) > APART_MS)
    return {
      name: NAME,
      ok: false,
      says: `It is ${iso(at)} here, and ${iso(answered)} by the answer from outside: ${inWords(Math.abs(answered - at))} apart.`,
      todo: SET_IT,
    }
  if (read === null) return { name: NAME, ok: null, says: `It is ${iso(at)}. ${unreadable}` }
  const agrees = answered === null ? '' : ', and within seconds of the answer from outside'
  return {
    name: NAME,
    ok: true,
    says: `It is ${iso(at)}: that is later than everything written so far${agrees}.`,
  }
}

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '')

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
