import { consoleTexts } from '#contract/consoleTexts.ts'

export type ImportKind = 'problem' | 'mcq'

export const isPackage = (file: File): boolean => file.name.toLowerCase().endsWith('.zip')

/** What is wrong with a choice before it is sent; undefined where nothing is. */
export function choiceFault(file: File | null, kind: ImportKind): string | undefined {
  if (!file) return consoleTexts.chooseFile
  if (file.name.toLowerCase().endsWith('.csv') || (kind === 'problem' && isPackage(file))) return undefined
  return kind === 'problem' ? consoleTexts.chooseCsvOrPackage : consoleTexts.chooseCsv
}
