import { createContext, useContext } from 'react'

/** Rules that do not count for this candidate, by an accommodation of the organization. */
export const LiftedRules = createContext<readonly string[]>([])

export type EnforcedRule = 'full_screen' | 'paste' | 'blocked_keys'

export const useLifted = (rule: EnforcedRule): boolean => useContext(LiftedRules).includes(rule)

/** Said of a field where the rule 'paste' holds. */
export const CLIPBOARD_OFF = 'Copy, cut and paste are off in this field.'
