import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '#pwa/http/call.ts'
import { onBack } from './reach.ts'

const isWorthTrying = (error: Error): boolean =>
  error instanceof CallError && (error.kind !== 'refused' || error.status === 503)

/** In our server's own words: what something between answers says nothing of it. */
const isGone = (error: Error): boolean =>
  error instanceof CallError && error.kind === 'refused' && error.status === 404

/** `meta` of a change that is typed where it would be read anew: what is typed stays, also where it belongs to nothing more. */
export const typedInPlace = { isTypedInPlace: true }

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // A record that somebody else took away is shown no longer either.
    onError: (error, _typed, _context, { meta }) => {
      if (isGone(error) && !meta?.isTypedInPlace) void queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    queries: {
      // The browser's word about being online is not to be trusted: a call shows it.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (tries, error) => tries < 2 && isWorthTrying(error),
      retryDelay: (tries, error) =>
        Math.min((error instanceof CallError && error.retryAfterMs) || 1000 * 2 ** tries, 10_000),
    },
  },
})

// A read that failed because the server was away is made again once it is back; a refused one would be refused again.
onBack(() => {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error !== null && isWorthTrying(state.error),
  })
})
