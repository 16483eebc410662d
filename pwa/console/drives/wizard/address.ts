import { type WizardStep, wizardSteps } from '#machines/drive/wizard.ts'
import { urls } from '../../urls.ts'

/** The wizard's place, in its address: loaded again, it is at the same step of the same drive. */

export interface WizardPosition {
  /** The rules of a drive that this wizard made just now; its address has no step of another wizard. */
  isCreated: boolean
  step: WizardStep
  /** The section that the second step shows, problems or MCQs; null: whichever comes first. */
  section: WizardSection | null
}

const sections = ['problems', 'questions'] as const
export type WizardSection = (typeof sections)[number]

export function wizardPosition(search: URLSearchParams): WizardPosition {
  const found = search.get('step')
  const section = search.get('section')
  return {
    isCreated: search.has('created'),
    step: wizardSteps.find((step) => step === found) ?? 'details',
    section: sections.find((one) => one === section) ?? null,
  }
}

/**
 * @param opened the address it was opened with: it may name what is copied
 * @param createdId the drive it made since
 */
export function wizardAddress(
  opened: { pathname: string; search: string },
  { step, section }: Omit<WizardPosition, 'isCreated'>,
  createdId: number | null,
): string {
  // Loaded again, this page is the rules of the drive that was made, not another new one.
  if (createdId !== null) return urls.driveRules(createdId)
  const search = new URLSearchParams(opened.search)
  search.delete('created')
  if (step === 'details') search.delete('step')
  else search.set('step', step)
  if (step !== 'questions' || section === null) search.delete('section')
  else search.set('section', section)
  const query = search.toString()
  return query === '' ? opened.pathname : `${opened.pathname}?${query}`
}
