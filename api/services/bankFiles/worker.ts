import { parentPort } from 'node:worker_threads'
import { openRescueFile } from '../../attempts/rescueFile.ts'
import { packRuns, runsOf } from '../../attempts/rescueRuns.ts'
import { DomainError } from '../../kit/errors.ts'
import { PackageError } from '../packages/packageError.ts'
import { readPackage } from '../packages/read.ts'
import { fileSource } from '../packages/source.ts'
import { unpack } from '../packages/unpack.ts'
import { decodeText, encodingLabels } from './decode.ts'
import { FileError } from './fileError.ts'
import { previewOf } from './preview.ts'
import { problemFile } from './problemFile.ts'
import { questionFile } from './questionFile.ts'
import { type FileToRead, PART, type ReadMessage } from './readMessage.ts'
import { readRows } from './readRows.ts'

/** A thread of its own for files, one after the other: it reads and checks while the server goes on answering. */

const say = (message: ReadMessage): void => parentPort?.postMessage(message)

function read(file: FileToRead): void {
  if (file.kind === 'package') {
    say({ type: 'package', read: readPackage(unpack(fileSource(file.fd, file.size)), file.languages) })
    return
  }
  if (file.kind === 'rescue') {
    const { attempt_id, ops } = openRescueFile(file.privateKey, file.bytes)
    const rescue = { attempt_id, read: ops.length, ...packRuns(runsOf(ops)) }
    parentPort?.postMessage({ type: 'rescue', rescue } satisfies ReadMessage, [rescue.bytes.buffer])
    return
  }
  const { text, encoding, isGuessed } = decodeText(file.bytes)
  const guessed = isGuessed ? encodingLabels[encoding] : null
  if (file.kind === 'preview') {
    const preview = previewOf(text, file.of === 'problem' ? problemFile : questionFile)
    say({ type: 'preview', preview: { ...preview, guessed } })
    return
  }
  const { items, ...rest } =
    file.kind === 'problem'
      ? readRows(text, problemFile, file.mapping)
      : readRows(text, questionFile, file.mapping)
  // In parts: taking in a large message would hold up the server as well.
  for (let at = 0; at < items.length; at += PART) say({ type: 'items', items: items.slice(at, at + PART) })
  say({ type: 'done', ...rest, guessed })
}

parentPort?.on('message', (file: FileToRead) => {
  try {
    read(file)
  } catch (error) {
    const isRefused =
      error instanceof FileError || error instanceof PackageError || error instanceof DomainError
    if (!isRefused) throw error
    say({ type: 'refused', message: error.message })
  }
})
