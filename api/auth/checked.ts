import type { CandidateActor, StaffActor } from './actor.ts'

/** Makes somebody who calls of what a check found. The law keeps this file to the checks beside it. */

export const checkedCandidate = (who: Omit<CandidateActor, symbol>): CandidateActor => who as CandidateActor

export const checkedStaff = (who: Omit<StaffActor, symbol>): StaffActor => who as StaffActor
