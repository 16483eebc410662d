import { expect, test, vi } from 'vitest'
import { MINUTE } from '../../factories/index.ts'
import { Place } from './place.ts'

test('answers of the device before, which this one writes again past the deadline, count as they did', async () => {
  const place = await Place.begin()
  const first = place.candidate(0, 'a')
  await first.begin()
  await place.copy()
  await first.work(0)
  await place.passSeconds([first], 5)
  const second = place.candidate(0, 'b')
  await second.begin()
  await place.passSeconds([second], 5)
  const { deadline_at } = await second.record()
  await first.close()
  await place.lose()
  await second.close()
  await place.restore()
  vi.setSystemTime(deadline_at + 10 * MINUTE)
  await second.open()
  await place.passSeconds([second], 60)
  expect(await second.isDone()).toBe(true)
  const rows = await place.log()
  expect(rows.map(({ key }) => key.split(':')[0])).toEqual(['code', 'mcq'])
  expect(rows.map(({ verdict }) => verdict)).not.toContain('late')
})
