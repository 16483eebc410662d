import { generateKeyPairSync, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strToU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ZipFile, zipped } from '#api/kit/zip.ts'
import { type Exam, wholeTest } from '../../factories/index.ts'
import { altered, archiveOf, type Files, flip, relined, resigned, reworded } from '../../foreign/archives.ts'
import { checkArchive, checkArchives, type Verdict } from '../../foreign/checkArchive.ts'
import { appForFile } from '../forFile.ts'

/**
 * Whatever is changed in an archive of evidence is named by the checker in another language. Somebody who has the server's
 * key and signs what was changed is found out by the chains, the receipts, and what does not fit together.
 */

const app = await appForFile({ judging: true })
const exam: Exam = await wholeTest(app)
const key = await (await app.send('/api/v1/receipt_key')).text()
const whole = await archiveOf(app, exam)
const folder = `attempts/${exam.who.ref}`
const files = unzipSync(whole)
const picture = Object.keys(files).find((path) => path.endsWith('.jpg')) ?? ''

type Case = readonly [name: string, change: (files: Files) => void, words: string]
/** What the checker says of each, with 'x' for the folder of the test. */
const wordsOf = ({ wrong }: Verdict): string => wrong.join('\n').replaceAll(folder, 'x')

/** One test a case; Python is started once for all of them. */
function eachIsNamed(cases: readonly Case[], made: (change: Case[1]) => Uint8Array): void {
  let told: Verdict[] = []
  beforeAll(() => {
    told = checkArchives(cases.map(([, change]) => ({ archive: made(change), key })))
  })
  test.each(cases.map(([name, , words], n) => [name, n, words] as const))('%s', (_, n, words) => {
    const verdict = told[n]
    expect(verdict && wordsOf(verdict)).toContain(words)
  })
}

describe('one bit that was changed is named by its file:', () => {
  const another = 'it is not the file that was signed'
  const unsigned = 'manifest.sig: it is not the signature of manifest.json by that key'
  eachIsNamed(
    [
      ['manifest.json', flip('manifest.json'), unsigned],
      ['manifest.sig', flip('manifest.sig'), unsigned],
      ['receipt_key.pem', flip('receipt_key.pem'), 'receipt_key.pem: it is not the key that you gave'],
      ['README.txt', flip('README.txt'), `README.txt: ${another}`],
      [
        'a picture',
        flip(picture),
        `${picture}: ${another}\n${picture}: it is not the picture whose hash it is named by`.replaceAll(
          folder,
          'x',
        ),
      ],
      ...[
        'attempt.json',
        'ops.jsonl',
        'verdicts.json',
        'receipts.jsonl',
        'quarantine.jsonl',
        'report.json',
      ].map((name): Case => [name, flip(`${folder}/${name}`), `x/${name}: ${another}`]),
      [
        'a file that is missing',
        (all) => delete all[`${folder}/report.json`],
        'x/report.json: it is missing',
      ],
      [
        'a file too many',
        (all) => {
          all['more.txt'] = strToU8('x')
        },
        'more.txt: it is not in the manifest',
      ],
    ],
    (change) => altered(whole, change),
  )

  test('a ZIP that was cut', () => {
    expect(checkArchive({ archive: whole.slice(0, -100), key }).wrong).toEqual([
      expect.stringContaining('it cannot be read'),
    ])
  })

  test('a file that is there twice', async () => {
    async function* twice(): AsyncGenerator<ZipFile> {
      for (const [path, bytes] of Object.entries(files)) yield { path, content: [bytes] }
      yield { path: `${folder}/report.json`, content: [Buffer.from('{}')] }
    }
    const archive = await buffer(Readable.from(zipped(twice(), app.clock.now())))
    expect(wordsOf(checkArchive({ archive, key }))).toContain('x/report.json: it is there more than once')
  })

  test('a byte of the ZIP itself', () => {
    const broken = whole.slice()
    const at = broken.length >> 1
    broken[at] = (broken[at] ?? 0) ^ 0xff
    expect(wordsOf(checkArchive({ archive: broken, key }))).toContain('it is damaged')
  })

  test('the key and the signature of somebody else', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const forged = altered(whole, (all) => {
      all['receipt_key.pem'] = strToU8(publicKey.export({ type: 'spki', format: 'pem' }).toString())
      all['manifest.sig'] = new Uint8Array(sign(null, all['manifest.json'] ?? new Uint8Array(), privateKey))
    })
    const words = wordsOf(checkArchive({ archive: forged, key }))
    expect(words).toContain('receipt_key.pem: it is not the key that you gave')
    expect(words).toContain(unsigned)
  })
})

describe('what was changed and signed by the server’s own key is found by what it does not fit:', () => {
  const ops = (change: (lines: string[]) => string[]) => relined(`${folder}/ops.jsonl`, change)
  const firstOp = (change: (line: string) => string) =>
    ops(([first = '', ...rest]) => [change(first), ...rest])
  const attempt = (change: (text: string) => string) => reworded(`${folder}/attempt.json`, change)
  const verdicts = (before: string | RegExp, after: string) =>
    reworded(`${folder}/verdicts.json`, (text) => text.replace(before, after))
  eachIsNamed(
    [
      ['an op that was left out', ops((lines) => lines.toSpliced(2, 1)), 'x/ops.jsonl: change 3 is missing'],
      ['the end cut off', ops((lines) => lines.slice(0, -1)), 'x/ops.jsonl: it ends with change 9'],
      [
        'two swapped',
        ops(([a = '', b = '', c = '', ...d]) => [a, c, b, ...d]),
        'change 2 is missing: change 3 stands',
      ],
      [
        'a header',
        firstOp((line) => line.replace('mcq_save', 'mcq_sent')),
        'x/ops.jsonl: change 1: its header is not the one that was hashed',
      ],
      [
        'a body',
        firstOp((line) => line.replace('selected_options', 'selected_optionz')),
        'x/ops.jsonl: change 1: its body is not the one that was hashed',
      ],
      [
        'a body taken out',
        firstOp((line) => JSON.stringify({ ...JSON.parse(line), body: null })),
        'x/ops.jsonl: change 1: its body is gone',
      ],
      [
        'where the chain begins',
        attempt((text) => text.replace(/"nonce": "../, '"nonce": "~~')),
        'x/ops.jsonl: change 1: it does not follow the change before it',
      ],
      [
        'where a lease was granted',
        attempt((text) => text.replace(/("granted_head_hash": ")[0-9a-f]{2}/, '$1zz')),
        'was granted on a change that is not there',
      ],
      [
        'the head',
        attempt((text) => text.replace('"head_seq": 10', '"head_seq": 9')),
        'or of another state of it',
      ],
      [
        'a device',
        attempt((text) => text.replace(/"lease_id": "../, '"lease_id": "~~')),
        'change 1: it is of another test, or of a device that never had this one',
      ],
      [
        'a receipt',
        relined(`${folder}/receipts.jsonl`, ([first = '', ...rest]) => [
          first.replace('"server_epoch":1', '"server_epoch":2'),
          ...rest,
        ]),
        'x/receipts.jsonl: the receipt of change 9 is not signed by that key',
      ],
      [
        'a verdict taken out',
        verdicts(/\{"seq":4,.*\n/, ''),
        'x/verdicts.json: it does not name each change once',
      ],
      [
        'the change of a verdict',
        verdicts(/("seq":4,"hash":")../, '$1zz'),
        'change 4: verdicts.json has no verdict on it',
      ],
      [
        'a program',
        verdicts('"source": "const', '"source": "let'),
        'is not a program that the candidate wrote',
      ],
      ['marks', verdicts('"marks": 10', '"marks": 9'), 'are not those of its tests'],
      ['a decision', verdicts(/("decisions":\[\s*\{\s*"op_id": ")../, '$1~~'), 'which is not here'],
      [
        'the score',
        reworded(`${folder}/report.json`, (text) =>
          text.replace(/("obtained_score": )\d+(,\n\s*"claimed)/, '$199$2'),
        ),
        'x/report.json: its drive, candidate or score is not that of attempt.json',
      ],
      [
        'work beside the log',
        relined(`${folder}/quarantine.jsonl`, ([first = '', ...rest]) => [
          first.replace('mcq_save', 'mcq_sent'),
          ...rest,
        ]),
        'x/quarantine.jsonl: work beside the log, change 7: its header is not the one that was hashed',
      ],
      ['a picture', flip(picture), 'it is not the picture whose hash it is named by'],
      [
        'a picture that was never taken',
        (all) => {
          all[`${folder}/pictures/more.jpg`] = strToU8('x')
        },
        'x/pictures/more.jpg: attempt.json does not name this picture',
      ],
      [
        'a file of another form',
        (all) => {
          all[`${folder}/verdicts.json`] = strToU8('{}')
        },
        'x: it is not as it should be (KeyError',
      ],
      [
        'a picture that is no longer named',
        attempt((text) => text.replace(/"pictures": \[[^\]]*\]/, '"pictures": []')),
        'names is not in attempt.json',
      ],
    ],
    (change) => resigned(app.ctx.keys, whole, change),
  )

  test('nothing, where nothing was changed', () => {
    expect(checkArchive({ archive: resigned(app.ctx.keys, whole, () => {}), key }).wrong).toEqual([])
  })

  test('a file of another test', async () => {
    const other = await wholeTest(app)
    const theirs = unzipSync(await archiveOf(app, other))
    const names = [
      'ops.jsonl',
      'receipts.jsonl',
      'quarantine.jsonl',
      'report.json',
      'attempt.json',
      'verdicts.json',
    ]
    const told = checkArchives(
      names.map((name) => ({
        archive: resigned(app.ctx.keys, whole, (all) => {
          all[`${folder}/${name}`] = theirs[`attempts/${other.who.ref}/${name}`] ?? new Uint8Array()
        }),
        key,
      })),
    )
    for (const [n, name] of names.entries()) expect(told[n]?.wrong.join('\n')).toContain(`${folder}/${name}`)
  })

  test('a log whose end was taken out everywhere, by the receipt that the candidate has', () => {
    const path = `${folder}/receipts.jsonl`
    const receipt = JSON.parse(
      Buffer.from(files[path] ?? [])
        .toString()
        .split('\n')[0] ?? '',
    )
    const archive = resigned(app.ctx.keys, whole, (all) => {
      all[path] = new Uint8Array()
      ops((lines) => lines.slice(0, 8))(all)
    })
    expect(checkArchive({ archive, key, receipts: [receipt] }).wrong).toContainEqual(
      '0-0.json: the receipt of change 9 proves a change that the log does not hold',
    )
  })
})
