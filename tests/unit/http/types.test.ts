import { expectTypeOf, it } from 'vitest'
import type { IdempotentRequest } from '#pwa/console/kit/http/idempotentRequest.ts'
import type { AnswerOf, FileCall, InputOf } from '#pwa/http/types.ts'

declare const ask: typeof import('#pwa/console/kit/http/request.ts').request
declare const call: typeof import('#pwa/http/call.ts').call
declare const queryOf: typeof import('#pwa/console/kit/http/queryOf.ts').queryOf

/**
 * The compiler holds what a page may ask and what it is answered (`npm run check`, types of the tests): each planted
 * fault below is one that it must refuse, and a fault that it lets through is an error of its own.
 */

it('what is asked is held to the table of endpoints', () => {
  const planted = [
    // @ts-expect-error no call has this name
    () => ask('getNothing'),
    // @ts-expect-error the path asks for a ref
    () => ask('postMinutes', { body: { minutes: 5 } }),
    // @ts-expect-error it is called ref
    () => ask('postMinutes', { params: { id: 'r' }, body: { minutes: 5 } }),
    // @ts-expect-error minutes are a number
    () => ask('postMinutes', { params: { ref: 'r' }, body: { minutes: '5' } }),
    // @ts-expect-error the body is not optional
    () => ask('postMinutes', { params: { ref: 'r' } }),
    // @ts-expect-error nothing else stands in the body
    () => ask('postMinutes', { params: { ref: 'r' }, body: { minutes: 5, hours: 1 } }),
    // @ts-expect-error a file goes as a form
    () => ask('postRescueFile', { params: { ref: 'r' }, body: {} }),
    // @ts-expect-error a read has no body
    () => ask('getUsersList', { body: {} }),
    // @ts-expect-error the list is not searched by this
    () => queryOf('getCandidateList', { params: { driveId: 1 }, query: { name: 'ada' } }),
    // @ts-expect-error the order is one of some words
    () => queryOf('getResults', { params: { id: 1 }, query: { sort: 'luck' } }),
    // @ts-expect-error no candidate's page makes a call of staff
    () => call('getUsersList'),
    // @ts-expect-error asked once, it is asked in full as well
    (once: IdempotentRequest) => once('postMessage', { params: { ref: 'r' }, body: {} }),
  ]
  expectTypeOf(planted).items.toBeFunction()
})

it('what is answered is what the table says', () => {
  expectTypeOf<AnswerOf<'getRemainingCredits'>>().toEqualTypeOf<{ credits: number }>()
  expectTypeOf<AnswerOf<'getRules' | 'getDefaultRules'>['rules'][number]['description']>().toBeString()
  expectTypeOf(() => queryOf('getRemainingCredits').queryFn).returns.returns.resolves.toEqualTypeOf<{
    credits: number
  }>()
  expectTypeOf<FileCall>().toExtend<keyof typeof import('#contract/endpoints.ts').endpoints>()
  expectTypeOf<'getResultCsv'>().toExtend<FileCall>()
  expectTypeOf<'getResults'>().not.toExtend<FileCall>()
})

it('numbers and yes or no are spelled as they go; what none need tell may be left out', () => {
  expectTypeOf<InputOf<'postMinutes'>['params']['ref']>().toEqualTypeOf<string | number>()
  expectTypeOf<{ params: { id: number }; query: { shortlisted: boolean } }>().toExtend<
    InputOf<'getResults'>
  >()
  expectTypeOf(() => ask('getUsersList')).returns.resolves.toHaveProperty('data')
})
