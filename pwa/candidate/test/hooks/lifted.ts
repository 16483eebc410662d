import { createContext, useContext } from 'react'

/** Rules that do not count for this candidate, by an accommodation of the organization. */
export const LiftedRules = createContext<readonly string[]>([])

export type LiftedRule = 'full_screen' | 'paste' | 'blocked_keys'

export const useLifted = (rule: LiftedRule): boolean => useContext(LiftedRules).includes(rule)
