import { setTimeout as wait } from 'node:timers/promises'
import { paths, urlOf } from '#contract/paths.ts'
import { type Send, signIn } from '../factories/client.ts'
import { Device, fillIn } from '../factories/device.ts'
import { PASSWORD } from '../factories/organization.ts'
import { Child, type Seeded } from './child.ts'
import { machine, percentile, tell } from './figures.ts'

/**
 * Imports 5,000 questions while candidates save, and tells how long the import took and what their saves waited.
 * Arguments: the built server, data directory, migrations, --json.
 */

const ROWS = 5_000
const CANDIDATES = 40
const EVERY_MS = 100
const BARS = { importSeconds: 5, p99Ms: 300 }

const [server = '', data = '', migrations = '', ...flags] = process.argv.slice(2)

const rows = Array.from(
  { length: ROWS },
  (_, n) =>
    `"Which of these four answers belongs to question ${n}?",single,Level ${n % 3},"topic ${n % 40}, imported",2,60,one,two,three,four,${'ABCD'[n % 4]}`,
)
const file = `description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,option_c,option_d,answers\n${rows.join('\n')}`

const child = await Child.start<Seeded>(server, [data, migrations, String(CANDIDATES), 'all'])
const { port, candidates, question, options } = child.served
const base = `http://127.0.0.1:${port}`
const send: Send = (path, init) => fetch(base + path, init)
const headers = await signIn(send, 'admin-bench@staff.example', PASSWORD)
const devices: Device[] = []
for (const who of candidates) {
  const device = new Device(send, await fillIn(send, who), Date.now)
  await device.start()
  devices.push(device)
}

let isOver = false
let times: number[] = []
/** Saves one answer after the other, as somebody who clicks quickly. */
async function save(device: Device): Promise<void> {
  await wait(Math.random() * EVERY_MS)
  while (!isOver) {
    device.write('mcq_save', `mcq:${question}`, {
      question_id: question,
      selected_options: [options[device.head.seq % options.length]],
    })
    const begun = performance.now()
    await device.sync()
    times.push(performance.now() - begun)
    await wait(EVERY_MS)
  }
}
const saving = devices.map(save)

async function importAll(): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([file]), 'questions.csv')
  const begun = performance.now()
  const answer = await send(urlOf('postQuestionsImport'), {
    method: paths.postQuestionsImport[0],
    headers,
    body,
  })
  if (answer.status !== 200) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`)
  return (performance.now() - begun) / 1000
}

await wait(3_000)
const before = times
times = []
const seconds = await importAll()
const during = times
isOver = true
await Promise.all(saving)
await child.stop()

const figures = {
  machine: machine(),
  rows: ROWS,
  candidates: CANDIDATES,
  import_seconds: seconds,
  saves_before: { n: before.length, p50: percentile(before, 50), p99: percentile(before, 99) },
  saves_during: {
    n: during.length,
    p50: percentile(during, 50),
    p99: percentile(during, 99),
    longest: Math.max(...during),
  },
  bars: BARS,
}
if (flags.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  const { saves_before: quiet, saves_during: busy } = figures
  const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')
  console.log(
    [
      `${figures.machine.cpus} × ${figures.machine.model}, Node ${figures.machine.node}, load ${figures.machine.load.join(', ')}`,
      `${ROWS.toLocaleString('en')} rows in ${tell(seconds)} s   <= ${BARS.importSeconds} s   ${verdict(seconds <= BARS.importSeconds)}`,
      `saves of ${CANDIDATES} candidates before: p50 ${tell(quiet.p50)} ms, p99 ${tell(quiet.p99)} ms (${quiet.n})`,
      `saves meanwhile: p50 ${tell(busy.p50)} ms, p99 ${tell(busy.p99)} ms, longest ${tell(busy.longest)} ms (${busy.n})   p99 <= ${BARS.p99Ms} ms   ${verdict(busy.p99 <= BARS.p99Ms)}`,
    ].join('\n'),
  )
}
