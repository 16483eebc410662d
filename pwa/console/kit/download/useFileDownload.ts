import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { urlOf } from '#contract/paths.ts'
import { CallError, type Sent } from '#pwa/http/call.ts'
import type { AddressOf, FileCall } from '#pwa/http/types.ts'
import { toastError } from '#pwa/ui/toaster.ts'
import { headersOf } from '../session/session.ts'
import { currentSession, refuseSession } from '../session/sessionStore.ts'

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, content: Blob | string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; then nothing holds it any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The name the server gave a file: the one for every alphabet where there is one. */
function fileNameOf(disposition: string | null, otherwise: string): string {
  const wide = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (wide) return decodeURIComponent(wide)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? otherwise
}

/** A file is told by its call and where that asks. */
type FileRead<N extends FileCall = FileCall> = N extends FileCall ? { call: N } & AddressOf<N> : never

type Wanted = FileRead & {
  /** The file's name on the reader's device, by the ending it came with; without it the server's name holds. */
  name?: string | ((ending: string) => string)
}

/** '20260115093000', in the reader's time zone: for the names of files. */
export function timestamp(at = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()]
  return `${at.getFullYear()}${parts.map(two).join('')}`
}

/** A button's words while its file comes: 'Download, 12 MB', from the first megabyte on. */
export const downloadText = (words: string, megabytes: number): string =>
  megabytes > 0 ? `${words}, ${megabytes.toLocaleString('en')} MB` : words

/** The bytes of an answer, told by the megabyte as they come. @throws Error in words where they break off */
export async function readFile(answer: Response, onMegabyte: (megabytes: number) => void): Promise<Blob> {
  let bytes = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, passed) {
      bytes += chunk.length
      onMegabyte(Math.floor(bytes / 1_000_000))
      passed.enqueue(chunk)
    },
  })
  const type = answer.headers.get('content-type')
  const passing = new Response(answer.body?.pipeThrough(counting), {
    ...(type && { headers: { 'content-type': type } }),
  })
  return passing.blob().catch(() => {
    throw new Error('The download was interrupted, and nothing was saved. Try again.')
  })
}

/**
 * Fetches a file with the session's headers, which a plain link could not carry, and hands it to the browser. `megabytes` is
 * how much of a long one has come.
 */
export function useFileDownload() {
  const [megabytes, setMegabytes] = useState(0)
  const download = useMutation({
    networkMode: 'always',
    mutationFn: async ({ call, name, ...address }: Wanted) => {
      const { params, query }: Pick<Sent, 'params' | 'query'> = address
      const session = currentSession()
      const answer = await fetch(urlOf(call, params, query), {
        headers: session ? headersOf(session) : {},
        cache: 'no-store',
      }).catch(() => {
        throw new CallError('network', 0, {})
      })
      if (session && answer.status === 401) refuseSession(session)
      if (!answer.ok) {
        const failure = (await answer.json().catch(() => ({}))) as { message?: string }
        throw new Error(failure.message ?? 'The file could not be created. Try again.')
      }
      const told = fileNameOf(answer.headers.get('content-disposition'), 'results.csv')
      const given = typeof name === 'function' ? name(told.slice(told.lastIndexOf('.'))) : (name ?? told)
      saveFile(given, await readFile(answer, setMegabytes))
    },
    onError: (error) => toastError(error.message),
    onSettled: () => setMegabytes(0),
  })
  return { ...download, megabytes }
}
