import { expect, it } from 'vitest'
import { askingOnce } from '#pwa/console/http/askOnce.ts'
import { CallError, type CallInput } from '#pwa/http/call.ts'

/** Asks that fail as often as told, and the keys they came with. */
function asking(failures: number) {
  const keys: (string | undefined)[] = []
  const ask = askingOnce(async <T>(_name: string, input?: CallInput) => {
    keys.push(input?.headers?.['idempotency-key'])
    if (keys.length <= failures) throw new Error('no answer')
    return { data: undefined as T, headers: new Headers() }
  })
  const send = (minutes: number) =>
    ask('postMinutes', { params: { ref: 'r' }, body: { minutes } }).then(
      () => 'answered',
      () => 'failed',
    )
  return { keys, send, ask }
}

it('keeps its key until an answer is there', async () => {
  const { keys, send } = asking(2)
  expect([await send(5), await send(5), await send(5), await send(5)]).toEqual([
    'failed',
    'failed',
    'answered',
    'answered',
  ])
  const [first, second, third, fourth] = keys
  expect(first).toMatch(/^\d+(-\d+){3}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

it('has another key once it was refused, and the same where the server failed', async () => {
  const keys: (string | undefined)[] = []
  const answers = [502, 409, 200]
  const ask = askingOnce(async <T>(_name: string, input?: CallInput) => {
    keys.push(input?.headers?.['idempotency-key'])
    const status = answers.shift() ?? 200
    if (status >= 400) throw new CallError('refused', status, {})
    return { data: undefined as T, headers: new Headers() }
  })
  for (let times = 0; times < 3; times++)
    await ask('postMinutes', { params: { ref: 'r' }, body: { minutes: 5 } }).catch(() => {})
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

it('has another key for other content, and none of before where that changes back', async () => {
  const { keys, send } = asking(3)
  await send(5)
  await send(6)
  await send(5)
  expect(new Set(keys).size).toBe(3)
})

it('tells files apart by name, size and when they were changed', async () => {
  const { keys, ask } = asking(9)
  const send = async (name: string, lastModified: number) => {
    const form = new FormData()
    form.set('file', new File(['a'], name, { lastModified }))
    await ask('postQuestionsImport', { form }).catch(() => {})
  }
  await send('a.csv', 1)
  await send('a.csv', 1)
  await send('a.csv', 2)
  await send('b.csv', 2)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})
