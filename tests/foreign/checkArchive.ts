import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checker of archives in another language, which knows of them by their page alone. */

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Runs Python 3 among the checkers. @throws Error in words where there is none */
export function python(args: readonly string[], input = ''): { status: number | null; output: string } {
  const { error, status, stdout, stderr } = spawnSync('python3', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
  })
  if (error)
    throw new Error(
      `Python 3 is needed to check archives of evidence. Install the package python3. (${error.message})`,
    )
  return { status, output: stdout + stderr }
}

interface Question {
  archive: Uint8Array
  /** A public key in PEM that is known to be right. */
  key?: string
  /** Those of candidates. */
  receipts?: readonly object[]
}

export interface Verdict {
  /** What does not hold, as it is told. */
  wrong: string[]
  output: string
}

/** Asks the checker about several archives as if it were called for each: Python takes longer to start than to look. */
const program = `
import contextlib, io, json, sys
from check_archive import main
for args in json.load(sys.stdin):
    sys.argv, told = ["check_archive.py", *args], io.StringIO()
    with contextlib.redirect_stdout(told):
        status = main()
    print(json.dumps([status, told.getvalue()]))
`

/** What the checker says of each archive. */
export function checkArchives(asked: readonly Question[]): Verdict[] {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-archive-'))
  const put = (name: string, content: Uint8Array | string): string => {
    writeFileSync(join(place, name), content)
    return join(place, name)
  }
  try {
    const calls = asked.map(({ archive, key, receipts = [] }, n) => [
      put(`${n}.zip`, archive),
      ...(key === undefined ? [] : ['--key', put('key.pem', key)]),
      ...receipts.flatMap((receipt, m) => ['--receipt', put(`${n}-${m}.json`, JSON.stringify(receipt))]),
    ])
    const { status, output } = python(['-c', program], JSON.stringify(calls))
    if (status !== 0) throw new Error(`The checker ended with ${status} and says:\n${output}`)
    return output
      .trimEnd()
      .split('\n')
      .map((line) => verdictOf(JSON.parse(line) as [number, string], place))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function verdictOf([status, output]: [number, string], place: string): Verdict {
  const wrong = [...output.matchAll(/^WRONG (.*)$/gm)].map(([, what = '']) => what.replace(`${place}/`, ''))
  const isWell = output.endsWith('Everything holds.\n')
  if (status !== (wrong.length > 0 ? 1 : 0) || isWell !== (wrong.length === 0))
    throw new Error(`The checker ended with ${status} and says:\n${output}`)
  return { wrong, output }
}

export function checkArchive(asked: Question): Verdict {
  const [verdict] = checkArchives([asked])
  if (!verdict) throw new Error('The checker says nothing')
  return verdict
}
