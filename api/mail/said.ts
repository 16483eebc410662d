import { consoleTexts } from '#contract/consoleTexts.ts'
import type { Context } from '../context.ts'

type Mailing = Pick<Context, 'mailTransport'>

/**
 * The answer once mails were queued. If no mail server is set, they stay on this server, and nobody is told that one is
 * on its way: a person who waits for it would wait for good.
 * @param kept what was done all the same, and where the link is found
 */
export const saidOfMail = (
  { mailTransport }: Mailing,
  sent: string,
  kept: { done: string; where: string },
): string =>
  mailTransport.keptHere === undefined ? sent : `${kept.done} ${consoleTexts.notMailed} ${kept.where}`

/** The place where staff finds the link of a candidate. */
export const LINK_IN_MENU = 'Download the links above the list, or copy each from the candidate’s menu.'
/** The place where staff finds an invited colleague's link, and a super admin that of a person who asked to sign up. */
export const LINK_IN_LIST = 'Copy the link from the list and pass it on.'
/** For whoever has no account, and no part in the installation. */
export const ASK_OPERATOR = 'Ask your administrator for it.'
