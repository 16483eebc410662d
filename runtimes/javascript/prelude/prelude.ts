import { BYTES_PRELUDE } from './bytes.ts'
import { CONSOLE_PRELUDE } from './console.ts'
import { INSPECT_PRELUDE } from './inspect.ts'
import { LOOP_PRELUDE } from './loop.ts'
import { MODULES_PRELUDE } from './modules.ts'
import { STREAMS_PRELUDE } from './streams.ts'

/**
 * The program that runs before the candidate's: it builds console, process, require, timers and the rest out of a
 * few host functions and keeps everything else in its own scope. It is text, because it runs inside the engine.
 * It evaluates to a function of `host` that gives { turn, watch, report, moduleSource, finish, begin, setShift }.
 */
export const PRELUDE = [
  '(function (host) {\n"use strict";',
  BYTES_PRELUDE,
  INSPECT_PRELUDE,
  CONSOLE_PRELUDE,
  LOOP_PRELUDE,
  STREAMS_PRELUDE,
  MODULES_PRELUDE,
  '})',
].join('\n')
