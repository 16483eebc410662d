import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import type { Keys } from '#api/kit/keys.ts'
import { sha256 } from '#api/kit/keys.ts'
import { type CallName, urlOf } from '#contract/paths.ts'
import { type Exam, type Organization, signIn, type TestApp } from '../factories/index.ts'

/** Archives of evidence as an admin downloads them, and what somebody might make of one. */

export type Files = Record<string, Uint8Array>

async function downloaded(
  app: TestApp,
  { admin }: Organization,
  name: CallName,
  params: Record<string, string | number>,
): Promise<Uint8Array> {
  const headers = await signIn(app.send, admin.email, admin.password)
  const answer = await app.send(urlOf(name, params), { headers })
  if (answer.status !== 200 || answer.headers.get('content-type') !== 'application/zip')
    throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

export const archiveOf = (app: TestApp, { org, who }: Exam): Promise<Uint8Array> =>
  downloaded(app, org, 'getAttemptEvidence', { ref: who.ref })

export const driveArchiveOf = (app: TestApp, org: Organization): Promise<Uint8Array> =>
  downloaded(app, org, 'getDriveEvidence', { id: org.driveId })

/** The text of a file; '' where it is not there. */
export const textIn = (files: Files, path: string): string => strFromU8(files[path] ?? new Uint8Array())

/** The archive with some of its files changed; nothing is signed anew. */
export function altered(whole: Uint8Array, change: (files: Files) => void): Uint8Array {
  const files: Files = unzipSync(whole)
  change(files)
  return zipSync(files as Zippable)
}

/** The same with a new manifest, signed by the server's own key: what an operator could make. */
export const resigned = (keys: Keys, whole: Uint8Array, change: (files: Files) => void): Uint8Array =>
  altered(whole, (files) => {
    change(files)
    const listed = Object.entries(files).filter(([path]) => !path.startsWith('manifest.'))
    const manifest = strToU8(
      JSON.stringify({
        ...JSON.parse(textIn(files, 'manifest.json')),
        files: listed.map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
      }),
    )
    files['manifest.json'] = manifest
    files['manifest.sig'] = new Uint8Array(keys.signManifest(manifest))
  })

/** Changes one bit in the middle of a file. */
export const flip = (path: string) => (files: Files) => {
  const bytes = files[path]?.slice()
  if (!bytes || bytes.length === 0) throw new Error(`${path} is not there, or empty`)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  files[path] = bytes
}

/** Changes a file's text, which must then be another one. */
export const reworded = (path: string, change: (text: string) => string) => (files: Files) => {
  const before = textIn(files, path)
  const after = change(before)
  if (after === before) throw new Error(`Nothing was changed in ${path}`)
  files[path] = strToU8(after)
}

/** The same line by line. */
export const relined = (path: string, change: (lines: string[]) => string[]) =>
  reworded(path, (text) =>
    change(text.trimEnd().split('\n'))
      .map((line) => `${line}\n`)
      .join(''),
  )
