import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import { request } from '../../kit/http/request.ts'
import { guessedMapping } from './mapping.ts'
import { type ImportKind, TIMEOUT_MS } from './useImport.ts'

/** How the chosen file would be read. The server reads it, so that it knows every encoding that the import knows. */
export function usePreview(kind: ImportKind) {
  const [chosen, setChosen] = useState<ImportMapping>()
  const reading = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.set('file', file)
      const call = kind === 'problem' ? 'postProblemsImportPreview' : 'postQuestionsImportPreview'
      return (await request(call, { form, timeoutMs: TIMEOUT_MS })).data
    },
  })
  return {
    isReading: reading.isPending,
    error: reading.error?.message,
    preview: reading.data,
    mapping: reading.data && (chosen ?? guessedMapping(reading.data)),
    choose: setChosen,
    read: (file: File) => {
      setChosen(undefined)
      reading.mutate(file)
    },
    clear: () => {
      setChosen(undefined)
      reading.reset()
    },
  }
}
