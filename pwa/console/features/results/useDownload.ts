import { useMutation } from '@tanstack/react-query'
import { urlOf } from '#contract/paths.ts'
import { toastError } from '#pwa/ui/toaster.ts'
import { saveFile } from '../../download/saveFile.ts'
import { headersOf } from '../../session/session.ts'
import { currentSession } from '../../session/sessionStore.ts'
import { type ColumnName, columnNames } from './columns.ts'

/** The name the server gave a file: the one for every alphabet where there is one. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const wide = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (wide) return decodeURIComponent(wide)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? otherwise
}

/** All columns of the file where all are shown: it has some that the table does not. */
const fileColumns = (shown: readonly ColumnName[]): { columns?: string } =>
  shown.length === columnNames.length ? {} : { columns: shown.filter((name) => name !== 'Result').join(',') }

/** Fetches a file with the session's headers, which a plain link could not carry, and hands it to the browser. */
export function useDownload(driveId: string, columns: readonly ColumnName[]) {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (call: 'getResultCsv' | 'getAbsentCsv') => {
      const session = currentSession()
      const query = call === 'getResultCsv' ? fileColumns(columns) : {}
      const answer = await fetch(urlOf(call, { id: driveId }, query), {
        headers: session ? headersOf(session) : {},
        cache: 'no-store',
      })
      if (!answer.ok) {
        const failure = (await answer.json().catch(() => ({}))) as { message?: string }
        throw new Error(failure.message ?? 'The file could not be made. Try again.')
      }
      saveFile(fileNameOf(answer.headers.get('content-disposition'), 'results.csv'), await answer.blob())
    },
    onError: (fault) => toastError(fault.message),
  })
}
