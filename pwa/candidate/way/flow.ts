import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { texts } from '#contract/texts.ts'
import { flowMachine } from '#machines/attempt/flow.ts'
import { openedTest } from '#pwa/attempt/session/session.ts'
import { readSession, restoreSession } from '#pwa/attempt/session/store.ts'
import { leaveFullScreen } from '../fullScreen.ts'
import { writeEndReason } from '../stored.ts'

/** The way's machine with what it asks of this browser; loaded after the first screen is drawn. */

export type FlowRef = ActorRefFrom<typeof flowMachine>

const machine = flowMachine.provide({
  guards: { isInTest: () => readSession() !== null },
  actors: {
    findSession: fromPromise(async () => (await restoreSession()) !== null),
    /** The order is the specification's. */
    endByForce: fromPromise(async ({ input }) => {
      writeEndReason(texts.switchedWindow, input.by)
      await leaveFullScreen()
      await openedTest()?.finish('switched')
    }),
  },
})

export default function startFlow(): FlowRef {
  return createActor(machine, {
    // Each step stands in the browser's record of a page's performance; the tests hold there that each is walked.
    inspect: (seen) => {
      if (seen.type !== '@xstate.microstep') return
      for (const { source, eventType, target } of seen._transitions)
        if (target) performance.mark(`${source.id} ${eventType} ${target.map(({ id }) => id)}`)
    },
  }).start()
}
