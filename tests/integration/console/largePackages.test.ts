import { randomFillSync } from 'node:crypto'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { expect, test } from 'vitest'
import { PACKAGE_MAX_BYTES } from '#contract/constants.ts'
import { paths, urlOf } from '#contract/paths.ts'
import { toAnswer } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'

/** Packages as large as may be, and packages that unpack to far more: memory stays what it was. */

const isFull = process.env.HOLDFAST_EXAMS_TIMES !== undefined
/** None is opened where nothing is measured. */
const opened = isFull ? openSeeded('large') : null

const BOUNDARY = 'b'
const before = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="only_good"\r\n\r\ntrue\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="p.zip"\r\n\r\n`
const files: Record<string, string> = {
  'problem.yaml': 'name: Much to carry',
  'problem_statement/problem.en.md': 'Print what you read, all of it.',
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '1\n',
}

/** A package with so many tests of some megabytes, made while it is sent. */
function* packageOf(tests: number, of: () => ZipPassThrough | ZipDeflate, content: () => Uint8Array) {
  const made: Uint8Array[] = []
  const zip = new Zip((_, chunk) => made.push(chunk))
  for (const [name, text] of Object.entries(files)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  for (let n = 0; n < tests; n++) {
    for (const end of ['in', 'ans']) {
      const file = of()
      file.filename = `data/secret/${n}.${end}`
      zip.add(file)
      file.push(content(), true)
      yield* made.splice(0)
    }
  }
  zip.end()
  yield* made
}

async function sent(chunks: Iterable<Uint8Array>) {
  if (!opened) throw new Error('only in the full run')
  const { app, headers } = await opened
  function* body() {
    yield strToU8(before)
    yield* chunks
    yield strToU8(`\r\n--${BOUNDARY}--\r\n`)
  }
  const source = body()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise(setImmediate)
      const { done, value } = source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: paths.postPackageImport[0],
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: stream,
    duplex: 'half',
  }
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const from = process.memoryUsage().rss
  try {
    return { answer: await toAnswer(await app.send(urlOf('postPackageImport'), init)), grown: most - from }
  } finally {
    clearInterval(watch)
  }
}

const large = randomFillSync(new Uint8Array(1_900_000))
const much = new Uint8Array(50_000_000)

test.runIf(isFull)(
  'one of 200 MB takes no more memory than a small one',
  async () => {
    await sent(
      packageOf(
        1,
        () => new ZipPassThrough(''),
        () => large,
      ),
    )
    const { answer, grown } = await sent(
      packageOf(
        52,
        () => new ZipPassThrough(''),
        () => large,
      ),
    )
    expect(answer.status, answer.text).toBe(200)
    expect(grown).toBeLessThan(100_000_000)
  },
  300_000,
)

test.runIf(isFull)(
  'more than that is refused while it comes',
  async () => {
    const { answer } = await sent(
      packageOf(
        60,
        () => new ZipPassThrough(''),
        () => large,
      ),
    )
    expect([answer.status, answer.failure.message]).toEqual([
      413,
      `The file is larger than ${PACKAGE_MAX_BYTES / 1_000_000} MB.`,
    ])
  },
  300_000,
)

test.runIf(isFull)(
  'one of a few kilobytes that would unpack to hundreds of megabytes does not',
  async () => {
    const { answer, grown } = await sent(
      packageOf(
        6,
        () => new ZipDeflate('', { level: 1 }),
        () => much,
      ),
    )
    expect(answer.status, answer.text).toBe(200)
    const { warnings } = (answer.json as { data: { warnings: string[] } }).data
    expect(warnings).toContain('Test secret/0 was left out: its input is larger than 1 MiB.')
    expect(grown).toBeLessThan(150_000_000)
  },
  300_000,
)
