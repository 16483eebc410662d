import { retryableImport } from '../ui/lazyPart.tsx'

/** The pages a test leads to when it ends, perhaps out of reach of the server. */
export const feedbackPage = retryableImport(() => import('../feedback/FeedbackPage.tsx'))
export const endPage = retryableImport(() => import('./EndPage.tsx'))

/**
 * Parts that a test wants late and perhaps out of reach: the rescue file, the sending of what a takeover put aside, the
 * taking up of what a lost device wrote, and the clearing away of a finished test. None is loaded with the test's
 * screen.
 */
const fetchLateParts = (): Promise<unknown> =>
  Promise.all([
    import('#pwa/attempt/sync/rescueFile.ts'),
    import('#pwa/attempt/sync/quarantineUpload.ts'),
    import('#pwa/attempt/db/purge.ts'),
    import('#pwa/attempt/mergeQuarantined.ts'),
    import('#pwa/attempt/session/restore.ts'),
  ])

/**
 * Brings the pages of the end and what they offer here while there is a line: where no worker keeps them, a test that ends
 * out of reach would end at a page that cannot be loaded.
 * @returns whether all of them are; asking again goes on with what is missing
 */
export async function fetchEnd(): Promise<boolean> {
  const parts = await Promise.allSettled([feedbackPage.ask(), endPage.ask(), fetchLateParts()])
  return parts.every(({ status }) => status === 'fulfilled')
}
