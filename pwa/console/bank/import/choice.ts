import { consoleTexts } from '#contract/consoleTexts.ts'

export type ImportKind = 'problem' | 'mcq'

export const isPackage = (file: File): boolean => file.name.toLowerCase().endsWith('.zip')

/** The error of a choice before it is sent; undefined if there is none. */
export function choiceError(file: File | null, kind: ImportKind): string | undefined {
  if (!file) return consoleTexts.chooseFile
  if (file.name.toLowerCase().endsWith('.csv') || (kind === 'problem' && isPackage(file))) return undefined
  return kind === 'problem' ? consoleTexts.chooseCsvOrPackage : consoleTexts.chooseCsv
}
