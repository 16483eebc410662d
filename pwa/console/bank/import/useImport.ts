import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportError } from '#contract/views/bank.ts'
import { CallError } from '#pwa/http/call.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useIdempotentRequest } from '../../kit/http/idempotentRequest.ts'

export type ImportKind = 'problem' | 'mcq'

export const isPackage = (file: File): boolean => file.name.toLowerCase().endsWith('.zip')

/** The error of a choice before it is sent; undefined if there is none. */
export function choiceError(file: File | null, kind: ImportKind): string | undefined {
  if (!file) return consoleTexts.chooseFile
  if (file.name.toLowerCase().endsWith('.csv') || (kind === 'problem' && isPackage(file))) return undefined
  return kind === 'problem' ? consoleTexts.chooseCsvOrPackage : consoleTexts.chooseCsv
}

/** The errors of a file, as the server told them. */
export interface WrongRows {
  rows: ImportError[]
  /** How many errors there are in all. */
  faults: number
  /** So many of them stand in the file. */
  in_file: number
  /** Rows that are right, of so many. */
  right: number
  total: number
  csv: string
}

interface How {
  /** Not all of the file or nothing, but what is right of it. */
  onlyGood: boolean
  /** Somebody said that what stands in the bank already is to be taken all the same. */
  isAsked: boolean
  /** Which column is which, where the file's own names do not say so. */
  mapping?: ImportMapping | undefined
}

/** Large files on slow lines, and the check of 5,000 rows. */
export const TIMEOUT_MS = 180_000
/** As long as the server waits for a package's last byte, and reads it. */
const PACKAGE_TIMEOUT_MS = 1_860_000

/** Sends a file and keeps what came of it; the file stays chosen until it is in. */
export function useImport(kind: ImportKind, onImported: () => void) {
  const client = useQueryClient()
  const idempotentRequest = useIdempotentRequest()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [wrong, setWrong] = useState<WrongRows>()
  /** Remarks on what was imported: for a package, what it could not bring along. */
  const [warnings, setWarnings] = useState<string[]>()

  /** The question asked before rows are taken that are already in the bank. */
  const [question, setQuestion] = useState<{ words: string; onlyGood: boolean }>()

  function clear(): void {
    setRefusal(undefined)
    setWrong(undefined)
    setWarnings(undefined)
    setQuestion(undefined)
  }

  async function post(
    file: File,
    { onlyGood, isAsked, mapping }: How,
  ): Promise<{ message?: string; warnings: string[] }> {
    const form = new FormData()
    if (isPackage(file)) {
      form.set('only_good', String(onlyGood))
      form.set('file', file)
      const { data, message } = await idempotentRequest('postPackageImport', {
        form,
        timeoutMs: PACKAGE_TIMEOUT_MS,
      })
      return { ...(message && { message }), warnings: data.warnings }
    }
    form.set('only_good', String(onlyGood))
    form.set('ask', String(!isAsked))
    if (mapping) form.set('mapping', JSON.stringify(mapping))
    form.set('file', file)
    const call = kind === 'problem' ? 'postProblemsImport' : 'postQuestionsImport'
    const { data, message } = await idempotentRequest(call, { form, timeoutMs: TIMEOUT_MS })
    // All of it stands in the message, with the number before it.
    return { ...(message && { message }), warnings: data.remarks.length > 0 && message ? [message] : [] }
  }

  /** @returns whether it is in and there is nothing left to read */
  async function send(file: File, how: How): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    if (!how.onlyGood) clear()
    try {
      const { message, warnings: told } = await post(file, how)
      clear()
      if (message && !told.includes(message)) toastDone(message)
      void client.invalidateQueries({
        predicate: ({ queryKey: [call] }) =>
          typeof call === 'string' && /^get(Problems|AdminQuestions|Tags|Difficult)/.test(call),
      })
      onImported()
      if (told.length > 0) setWarnings(told)
      return told.length === 0
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'conflict') {
        setQuestion({ words: error.message, onlyGood: how.onlyGood })
        return false
      }
      setRefusal(error.message)
      setWrong(error.code === 'import_rows' ? (error.details as unknown as WrongRows) : undefined)
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, refusal, wrong, warnings, question, send, clear }
}
