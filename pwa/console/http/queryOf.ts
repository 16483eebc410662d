import { queryOptions } from '@tanstack/react-query'
import type { CallName } from '#contract/paths.ts'
import { CallError, type CallInput } from '#pwa/http/call.ts'
import { ask } from './ask.ts'

/** A read for react-query; its key is the call with what it was asked. */
export const queryOf = <T>(name: CallName, input: Pick<CallInput, 'params' | 'query'> = {}) =>
  queryOptions({
    queryKey: [name, input.params ?? {}, input.query ?? {}] as const,
    queryFn: async ({ signal }) => (await ask<T>(name, { ...input, signal })).data,
  })

export const isNotFound = (fault: Error | null): boolean => fault instanceof CallError && fault.status === 404
