import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { setup } from 'xstate'
import { eventsOf, machines, stepsOf, unentered } from '../factories/machineGraph.ts'

/** The candidate's machines against the pages: each event has a sender, each state an entry. */

const pages = fileURLToPath(new URL('../../pwa/candidate', import.meta.url))

/** The types of events that a source sends: `type: 'A'`, and `type: isSo ? 'A' : 'B'`. */
const sentIn = (source: string): string[] =>
  [...source.matchAll(/\btype: (?:[^'\n]*\? )?'([A-Z_]+)'(?: : '([A-Z_]+)')?/g)].flatMap(([, one, other]) =>
    [one, other].filter((type) => type !== undefined),
  )

const sent = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => sentIn(readFileSync(join(pages, path), 'utf8')))

describe.each(Object.entries(machines))('%s', (_name, machine) => {
  it('has no event without a sender', () => {
    expect(eventsOf(machine).filter((event) => !sent.includes(event))).toEqual([])
  })
  it('has no state without an entry', () => {
    expect(unentered(machine)).toEqual([])
  })
})

it('gets no event that it does not know', () => {
  const known = Object.values(machines).flatMap(eventsOf)
  expect(sent.filter((event) => !known.includes(event))).toEqual([])
})

it('finds a state that nothing leads to, and an event that nobody sends', () => {
  const machine = setup({}).createMachine({
    id: 'planted',
    initial: 'one',
    on: { NOBODY_SENDS: '.two' },
    states: {
      one: { on: { GO_ON: 'two' }, initial: 'first', states: { first: {}, second: {} } },
      two: {},
      forgotten: {},
    },
  })
  expect(unentered(machine)).toEqual(['planted.one.second', 'planted.forgotten'])
  expect(eventsOf(machine).filter((event) => !sent.includes(event))).toEqual(['NOBODY_SENDS'])
  expect(stepsOf(machine)).toEqual(['planted NOBODY_SENDS planted.two', 'planted.one GO_ON planted.two'])
})
