import { request } from 'node:https'
import { connect } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examine } from '#api/doctor/doctor.ts'
import { makePass } from '#api/doctor/pass.ts'
import type { CallerSeen } from '#api/doctor/probe.ts'
import { insertEvent } from '#db/queries/events.ts'
import {
  call,
  freePort,
  movableClock,
  openApp,
  type Send,
  scriptedExecutor,
  seedOrganization,
  signIn,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { type Changes, fetchThrough, proxies, type RunningProxy } from './running.ts'

/** The product behind the proxies that the handbook names, each on its file of deploy/. */

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined

async function behind(name: keyof typeof proxies, changes?: Changes) {
  const port = await freePort()
  const settings = { TRUSTED_PROXY: '127.0.0.1', PUBLIC_URL: `https://localhost:${port}` }
  const app = await openApp({ listen: true, settings, clock: movableClock(Date.now()) })
  onTestFinished(() => app.remove())
  const proxy = await proxies[name].start(Number(new URL(app.base).port), port, changes)
  onTestFinished(() => proxy.close())
  const send: Send = (path, init) => fetchThrough(proxy, path, init)
  const org = await seedOrganization(app.ctx, name, { candidates: 1 })
  const [person] = org.candidates
  if (!person) throw new Error('Nobody was invited')
  return { app, proxy, send, org, person }
}

/** The text of an event stream as it comes. */
function openStream({ base, ca }: RunningProxy, token: string) {
  let text = ''
  let isOver = false
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const asked = request(`${base}/api/v1/events`, { headers, ca, agent: false, family: 4 }, (incoming) => {
    incoming.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
    incoming.once('close', () => {
      isOver = true
    })
  })
  asked.on('error', () => {
    isOver = true
  })
  asked.end()
  onTestFinished(() => void asked.destroy())
  return { text: () => text, isOver: () => isOver, close: () => void asked.destroy() }
}

for (const name of ['nginx', 'caddy'] as const)
  describe.skipIf(!proxies[name].isThere)(name, () => {
    test('saves with a receipt, events at once, the largest package, callers by their own address, HTTP/2', async () => {
      const { app, proxy, send, org, person } = await behind(name)
      const device = await startDevice({ send, clock: app.clock }, person)
      const problem_id = org.problems[0].id
      device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: 'a text' })
      await device.sync()
      expect(device.tail).toEqual([])
      expect(device.acked).toBeGreaterThan(0)

      const stream = openStream(proxy, person.token)
      await waitFor('the stream', () => stream.text().includes(': open'))
      const scope = { attempt_id: person.attemptId }
      await app.ctx.db.write((tx) => insertEvent(tx, scope, { type: 'test' }, app.ctx.now()))
      app.ctx.hub.tell(scope)
      await waitFor('an event that nothing holds back', () => stream.text().includes('event: test'), {
        within: 5_000,
      })
      expect(stream.isOver()).toBe(false)

      const content = new Uint8Array(20_000_000)
      const uploaded = await call(send, 'postPackageImport', {
        headers: await signIn(send, org.admin.email, org.admin.password),
        file: { name: 'problems.zip', content },
      })
      // Too large for nobody on the way: it is the server that finds no package in it.
      expect(uploaded).toMatchObject({ status: 422, failure: { request_id: expect.any(String) } })

      const asked = await fetchThrough(proxy, '/doctor/caller', {
        from: '127.0.0.2',
        headers: {
          authorization: `Bearer ${makePass(app.ctx.keys, app.ctx.now())}`,
          'x-forwarded-for': '203.0.113.9',
        },
      })
      const { data } = (await asked.json()) as { data: CallerSeen }
      expect(data).toMatchObject({ is_trusted: true, caller: '127.0.0.2', forwarded_proto: 'https' })

      const protocol = await new Promise((resolve, reject) => {
        const how = { port: proxy.port, host: '127.0.0.1', servername: 'localhost', ca: proxy.ca }
        const socket = connect({ ...how, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
          resolve(socket.alpnProtocol)
          socket.destroy()
        })
        socket.once('error', reject)
      })
      expect(protocol).toBe('h2')

      stream.close()
      await waitFor('the server to hear that the reader has gone', () => app.ctx.hub.size === 0, {
        within: 10_000,
      })
    })

    test('doctor finds nothing wrong with it', async () => {
      const { app, proxy } = await behind(name)
      const found = await diagnoses(app, proxy)
      for (const what of ['Address', 'Certificate', 'Proxy', 'Event stream'])
        expect(found.get(what), what).toMatchObject({ ok: true })
    })

    test.runIf(isLong)(
      'an event stream that is silent but for its keep-alive stays open',
      async () => {
        const { proxy, person } = await behind(name)
        const stream = openStream(proxy, person.token)
        // Longer than nginx waits, and than Caddy keeps an idle connection.
        await waitFor('ninety seconds of keep-alive', () => stream.text().split('\n: ').length > 6, {
          within: 120_000,
          every: 500,
        })
        expect(stream.isOver()).toBe(false)
      },
      200_000,
    )
  })

type Behind = Awaited<ReturnType<typeof behind>>

async function diagnoses({ ctx }: Behind['app'], { ca }: RunningProxy) {
  const found = await examine({ config: ctx.config, executor: scriptedExecutor(), now: ctx.now, ca })
  return new Map(found.map((one) => [one.name, one]))
}

const holdingBack: Changes = [['gzip off;', 'proxy_ignore_headers X-Accel-Buffering;']]
const silent: Changes = [['proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;', '']]

test.skipIf(!proxies.nginx.isThere)('doctor says that nginx holds events back', async () => {
  const { app, proxy } = await behind('nginx', holdingBack)
  expect((await diagnoses(app, proxy)).get('Event stream')).toMatchObject({
    ok: false,
    says: expect.stringContaining('holds events back'),
  })
})

test.skipIf(!proxies.nginx.isThere)('doctor says that nginx keeps callers’ addresses to itself', async () => {
  const { app, proxy } = await behind('nginx', silent)
  expect((await diagnoses(app, proxy)).get('Proxy')).toMatchObject({
    ok: false,
    says: expect.stringContaining('passes on what callers claim'),
  })
})
