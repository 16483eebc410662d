import { consoleTexts } from '#contract/consoleTexts.ts'

/** '1,284 Credits' */
export const creditsInWords = (n: number): string =>
  n === 0 ? consoleTexts.zeroCredits : `${n.toLocaleString('en')} Credits`
