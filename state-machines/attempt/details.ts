import { texts } from '#contract/texts.ts'

/** The details form's rules (the specification, candidate side, section 5). All are checked together. */

export interface DetailsFields {
  first_name: string
  last_name: string
  mobile_number: string
}

export interface DetailsFacts extends DetailsFields {
  rulesRead: boolean
  /** The drive takes pictures. */
  cameraNeeded: boolean
  cameraOn: boolean
}

export type DetailsErrors = Partial<Record<keyof DetailsFields | 'rules' | 'camera', string>>

const namePattern = /^[\p{L}\p{M} .'’-]+$/u
const NAME_MAX = 100

export const tidyName = (name: string): string => name.trim().normalize('NFC')

function nameError(value: string, required: string, invalid: string): string | undefined {
  const name = tidyName(value)
  if (name === '') return required
  return namePattern.test(name) && name.length <= NAME_MAX ? undefined : invalid
}

/** Ten digits. A value with anything that no phone number has is told so; any other is told what is wanted. */
export function mobileError(value: string): string | undefined {
  const mobile = value.trim()
  if (/^\d{10}$/.test(mobile)) return undefined
  return /[^\d\s()+.-]/.test(mobile) ? texts.phoneInvalid : texts.mobileInvalid
}

export function checkDetails(facts: DetailsFacts): DetailsErrors {
  const found: DetailsErrors = {
    first_name: nameError(facts.first_name, texts.firstNameRequired, texts.firstNameInvalid),
    last_name: nameError(facts.last_name, texts.lastNameRequired, texts.lastNameInvalid),
    mobile_number: mobileError(facts.mobile_number),
    rules: facts.rulesRead ? undefined : texts.readAllRules,
    camera: facts.cameraNeeded && !facts.cameraOn ? texts.allowCamera : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}
