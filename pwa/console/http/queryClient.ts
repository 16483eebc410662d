import { QueryClient } from '@tanstack/react-query'
import { CallError } from '#pwa/http/call.ts'

const isWorthTrying = (fault: Error): boolean =>
  fault instanceof CallError && (fault.kind !== 'refused' || fault.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's word about being online is not to be trusted: a call shows it.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (tries, fault) => tries < 2 && isWorthTrying(fault),
      retryDelay: (tries, fault) =>
        Math.min((fault instanceof CallError && fault.retryAfterMs) || 1000 * 2 ** tries, 10_000),
    },
  },
})
