import { expect, it } from 'vitest'
import { walkedSteps } from '../e2e/support/steps.ts'
import { machines, stepsOf } from '../factories/machineGraph.ts'

/** Each step of the candidate's way is walked by a browser test: what the run just before noted, against the graph. */

const walked = new Set(walkedSteps())

it.each(['flow', 'exam'] as const)('each step of the %s', (machine) => {
  expect(stepsOf(machines[machine]).filter((step) => !walked.has(step))).toEqual([])
})
