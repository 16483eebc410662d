import { expectTypeOf, it } from 'vitest'
import type { CandidateActor, StaffActor } from '#api/auth/actor.ts'

/** Who calls is held by the compiler (`npm run check`, types of the tests): nobody is made who was not let in. */

const admin = { kind: 'staff', sessionId: 1, userId: 1, role: 'Admin', organizationId: 1 } as const

it('what looks like somebody who may call is nobody', () => {
  const planted = [
    // @ts-expect-error an object of the same fields was let in by no check
    (): StaffActor => admin,
    // @ts-expect-error nor one that is made of somebody's fields
    ({ kind, ...rest }: Omit<StaffActor, symbol>): StaffActor => ({ kind, ...rest }),
    // @ts-expect-error nor a candidate
    (found: CandidateActor['found']): CandidateActor => ({ kind: 'candidate', found, by: 'attempt' }),
  ]
  expectTypeOf(planted).toBeArray()
  // An actor who was let in stays one with something beside it.
  const once = { keyHash: '', requestHash: '', claim: '' }
  expectTypeOf((actor: StaffActor) => ({ ...actor, once })).returns.toExtend<StaffActor>()
})
