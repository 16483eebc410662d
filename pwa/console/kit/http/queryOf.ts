import type { QueryKey } from '@tanstack/react-query'
import { CallError, type Sent } from '#pwa/http/call.ts'
import type { AddressOf, AnswerOf, EndpointName, Given } from '#pwa/http/types.ts'
import { requestAt } from './request.ts'

/** A read by react-query, and the key under which it is kept. */
export interface QueryRead<A> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<A>
}

/** A read for react-query; its key is the call with what it was asked. */
export function queryOf<N extends EndpointName>(
  name: N,
  ...[input]: Given<AddressOf<N>>
): QueryRead<AnswerOf<N>> {
  const address: Pick<Sent, 'params' | 'query'> = input ?? {}
  return {
    queryKey: [name, address.params ?? {}, address.query ?? {}],
    queryFn: async ({ signal }) => (await requestAt<AnswerOf<N>>(name, { ...address, signal })).data,
  }
}

export const isNotFound = (error: Error | null): boolean => error instanceof CallError && error.status === 404
