import { fetchLateParts } from '#pwa/actors/lateParts.ts'
import { askedAgain } from '../ui/askedAgain.ts'

/** Where a test leads when it ends, perhaps out of reach of the server. */
export const feedbackPage = askedAgain(() => import('../feedback/FeedbackPage.tsx'))
export const endPage = askedAgain(() => import('./EndPage.tsx'))

/**
 * Brings the pages of the end and what they offer here while there is a line: where no worker keeps them, a test that ends
 * out of reach would end at a page that cannot be loaded.
 * @returns whether all of them are; asking again goes on with what is missing
 */
export async function fetchEnd(): Promise<boolean> {
  const parts = await Promise.allSettled([feedbackPage.ask(), endPage.ask(), fetchLateParts()])
  return parts.every(({ status }) => status === 'fulfilled')
}
