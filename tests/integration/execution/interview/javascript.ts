import { JAVASCRIPT_DATA } from './javascript/data.ts'
import { JAVASCRIPT_INPUT } from './javascript/input.ts'
import { JAVASCRIPT_MODULES } from './javascript/modules.ts'
import { JAVASCRIPT_TIMING } from './javascript/timing.ts'
import type { InterviewProgram } from './program.ts'

export const JAVASCRIPT_PROGRAMS: readonly InterviewProgram[] = [
  ...JAVASCRIPT_INPUT,
  ...JAVASCRIPT_TIMING,
  ...JAVASCRIPT_DATA,
  ...JAVASCRIPT_MODULES,
]
