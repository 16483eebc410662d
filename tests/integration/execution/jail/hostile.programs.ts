import { ESCAPES } from './hostile.escapes.ts'
import { FLOODS } from './hostile.floods.ts'
import { LANGUAGES } from './hostile.languages.ts'

/**
 * The corpus of hostile programs. One subject is not in it: a program may tell a hidden test by its input, and end early or late
 * for it. That says no more than the order of the tests does, which every submission's verdict shows; there is nothing to hold.
 */
export const HOSTILE = [...FLOODS, ...ESCAPES, ...LANGUAGES]
