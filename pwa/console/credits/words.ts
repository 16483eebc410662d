import { consoleTexts } from '#contract/consoleTexts.ts'

/** '1,284 Credits', '1 Credit' */
export const creditsInWords = (n: number): string =>
  n === 0 ? consoleTexts.zeroCredits : `${n.toLocaleString('en')} ${n === 1 ? 'Credit' : 'Credits'}`
