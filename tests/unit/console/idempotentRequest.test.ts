import { expect, it } from 'vitest'
import { FORM_SAME_MS, idempotentRequests, type OpenCall } from '#pwa/console/kit/http/idempotentRequest.ts'
import { CallError, type Sent } from '#pwa/http/call.ts'

/** Asks that fail as often as told, and the keys they came with. */
function asking(failures: number) {
  const keys: (string | undefined)[] = []
  const ask = idempotentRequests(async <T>(_name: string, input: Sent) => {
    keys.push(input.headers?.['idempotency-key'])
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
  const ask = idempotentRequests(async <T>(_name: string, input: Sent) => {
    keys.push(input.headers?.['idempotency-key'])
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

/** A form that is loaded again: what its calls came with, and what is kept of the open one. */
function openForm() {
  const keys: (string | undefined)[] = []
  const answers: (number | 'lost')[] = []
  let row: OpenCall | null = null
  let now = 1_800_000_000_000
  const kept = {
    read: async () => row,
    write: async (open: OpenCall | null) => {
      row = open
    },
  }
  const load = (sameMs?: number) => {
    const ask = idempotentRequests(
      async <T>(_name: string, input: Sent) => {
        expect(input).not.toHaveProperty('of')
        const key = input.headers?.['idempotency-key']
        // Whatever becomes of the page now, the key is kept.
        expect(row?.key).toBe(key)
        keys.push(key)
        const answer = answers.shift() ?? 200
        if (answer === 'lost') throw new CallError('network', 0, {})
        if (answer >= 400) throw new CallError('refused', answer, {})
        return { data: undefined as T, headers: new Headers() }
      },
      { ...kept, ...(sameMs !== undefined && { sameMs }) },
      () => now,
    )
    return (minutes: number, of?: unknown) =>
      ask('postMinutes', { params: { ref: 'r' }, body: { minutes }, of }).catch(() => {})
  }
  const wait = (minutes: number): void => {
    now += minutes * 60_000
  }
  return { keys, answers, load, wait, row: () => row }
}

it('keeps its key through a reload until an answer is there, for the same content alone', async () => {
  const { keys, answers, load, row } = openForm()
  answers.push('lost', 'lost', 200, 'lost', 200, 409, 200)
  await load()(5)
  await load()(5)
  await load()(5)
  expect(row()).toBeNull()
  await load()(5)
  await load()(6)
  await load()(6)
  expect(row()).toBeNull()
  await load()(6)
  const [first, second, third, fourth, fifth, sixth, seventh] = keys
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, fourth, fifth, sixth, seventh]).size).toBe(5)
})

it.each([401, 403, 413, 429])(
  'keeps its key through a %i, which says nothing of the call before',
  async (status) => {
    const { keys, answers, load, row } = openForm()
    answers.push('lost', status, 200)
    await load()(5)
    await load()(5)
    expect(row()?.key).toBe(keys[0])
    await load()(5)
    expect(row()).toBeNull()
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  },
)

it('keeps its key for ten minutes after the last try, in the same page and in one that is loaded again', async () => {
  const { keys, answers, load, wait } = openForm()
  answers.push('lost', 'lost', 'lost', 'lost', 'lost')
  const send = load()
  await send(5)
  wait(9)
  await send(5)
  wait(9)
  await load()(5)
  expect(new Set(keys).size).toBe(1)
  wait(10)
  await load()(5)
  wait(10)
  const last = load()
  await last(5)
  wait(10)
  await last(5)
  expect(new Set(keys).size).toBe(4)
})

it('keeps its key as long as the form says', async () => {
  const { keys, answers, load, wait } = openForm()
  answers.push('lost', 'lost', 'lost')
  await load(FORM_SAME_MS)(5)
  wait(24 * 60 - 1)
  await load(FORM_SAME_MS)(5)
  wait(24 * 60)
  await load(FORM_SAME_MS)(5)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

it('has another key where what the server takes from elsewhere has changed; that is not sent', async () => {
  const { keys, answers, load } = openForm()
  answers.push('lost', 'lost', 'lost')
  await load()(5, 1)
  await load()(5, 1)
  await load()(5, 2)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
