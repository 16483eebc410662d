import { consoleTexts } from '#contract/consoleTexts.ts'

/** '1,284 Credits', '1 Credit' */
export const formatCredits = (n: number): string =>
  n === 0 ? consoleTexts.zeroCredits : `${n.toLocaleString('en')} ${n === 1 ? 'Credit' : 'Credits'}`

/** What invitations were refused for. */
export interface Lack {
  needed: number
  credits: number
}

/** 'That takes 35 credits, and your organization has 12. Nobody was invited.' */
export const formatLack = ({ needed, credits }: Lack): string =>
  `That takes ${needed.toLocaleString('en')} ${needed === 1 ? 'credit' : 'credits'}, and your organization has ${credits.toLocaleString('en')}. Nobody was invited.`
