import { expect, test } from 'vitest'
import { MINUTE } from '../../factories/index.ts'
import { Place } from './place.ts'

/** The first device knows before the loss that another one has the test. */
async function knowsIt() {
  const place = await Place.begin()
  const first = place.candidate(0, 'a')
  await first.begin()
  await first.work(0)
  await place.passSeconds([first], 5)
  await place.copy()
  await first.work(2)
  await place.passSeconds([first], 5)
  const acknowledged = await first.acknowledged()
  const second = place.candidate(0, 'b')
  await second.begin()
  await second.work(3)
  await place.passSeconds([first, second], 60)
  expect(first.page.sender.state.mode).toBe('lease_lost')
  await place.lose()
  await place.pass([first, second], 5 * MINUTE)
  await place.restore()
  await place.passSeconds([first, second], 180)
  return { place, first, second, acknowledged }
}

test('a page that was told before the loss that another device has the test sends again what was acknowledged to it', async () => {
  const { place, first, acknowledged } = await knowsIt()
  await first.handInAside()
  const held = await place.held()
  expect(acknowledged.filter(({ hash }) => !held.has(hash)).map(({ seq }) => seq)).toEqual([])
})

test('also when it is opened again', async () => {
  const { place, first, acknowledged } = await knowsIt()
  await first.close()
  await first.open()
  await place.passSeconds([first], 120)
  await first.handInAside()
  const held = await place.held()
  expect(acknowledged.filter(({ hash }) => !held.has(hash)).map(({ seq }) => seq)).toEqual([])
})
