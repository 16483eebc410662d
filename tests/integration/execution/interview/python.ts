import type { InterviewProgram } from './program.ts'
import { PYTHON_ALGORITHMS } from './python/algorithms.ts'
import { PYTHON_CLASSES } from './python/classes.ts'
import { PYTHON_COLLECTIONS } from './python/collections.ts'
import { PYTHON_INPUT } from './python/input.ts'
import { PYTHON_LIBRARY } from './python/library.ts'
import { PYTHON_TEXT } from './python/text.ts'

export const PYTHON_PROGRAMS: readonly InterviewProgram[] = [
  ...PYTHON_INPUT,
  ...PYTHON_ALGORITHMS,
  ...PYTHON_COLLECTIONS,
  ...PYTHON_CLASSES,
  ...PYTHON_TEXT,
  ...PYTHON_LIBRARY,
]
