import { createHash } from 'node:crypto'
import type { ZipFile } from './zip.ts'

/** A file as the manifest of a signed archive lists it. */
export interface ListedFile {
  path: string
  bytes: number
  sha256: string
}

/** The same file, which is entered in the list once all of it has gone by. */
export function listing(files: ListedFile[], { content, ...file }: ZipFile): ZipFile {
  async function* passing() {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    files.push({ path: file.path, bytes, sha256: hash.digest('hex') })
  }
  return { ...file, content: passing() }
}
