import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { examMachine } from '#machines/attempt/exam.ts'
import { flowMachine } from '#machines/attempt/flow.ts'

/** The graph of the candidate's machines as the library itself holds it. */

export const machines = { flow: flowMachine, exam: examMachine } satisfies Record<string, AnyStateMachine>

const within = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(within)]

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => within(machine.root)

/** The transitions from a state to others: by events, by what an actor answers, and at once. */
const outOf = (node: AnyStateNode) => [...node.transitions.values()].flat().concat(node.always ?? [])

/** Each step that leads anywhere, as a page notes it: where from, by what, where to. */
export const stepsOf = (machine: AnyStateMachine): string[] => {
  const steps = nodesOf(machine)
    .flatMap(outOf)
    .flatMap(({ source, eventType, target }) =>
      target ? [`${source.id} ${eventType} ${target.map(({ id }) => id)}`] : [],
    )
  return [...new Set(steps)].toSorted()
}

/** States that no step leads to, and that are not where the state around them begins. */
export const unentered = (machine: AnyStateMachine): string[] => {
  const nodes = nodesOf(machine)
  const entered = new Set(nodes.flatMap(outOf).flatMap(({ target }) => target?.map(({ id }) => id) ?? []))
  const begins = ({ parent, key }: AnyStateNode): boolean =>
    parent === undefined ||
    parent.type === 'parallel' ||
    parent.initial?.target.some((to) => to.key === key) === true
  return nodes.filter((node) => !entered.has(node.id) && !begins(node)).map(({ id }) => id)
}

/** The events that a machine takes from others; what its own actors answer is none of them. */
export const eventsOf = (machine: AnyStateMachine): string[] =>
  machine.events.filter((event) => !event.startsWith('xstate.')).toSorted()
