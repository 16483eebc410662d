import type { Expectation } from '#runtimes/compare.ts'

/** Messages between the server and the thread that compares. */
export interface ToCompare {
  id: number
  expected: Expectation
  stdout: string
}

export interface Compared {
  id: number
  outcome: string
}
