import { BYTES_PRELUDE } from './bytes.ts'
import { CONSOLE_PRELUDE } from './console.ts'
import { ERRORS_PRELUDE } from './errors.ts'
import { EVENTS_PRELUDE } from './events.ts'
import { FILES_PRELUDE } from './files.ts'
import { INSPECT_PRELUDE } from './inspect.ts'
import { INTL_PRELUDE } from './intl.ts'
import { JSON_PRELUDE } from './json.ts'
import { LOOP_PRELUDE } from './loop.ts'
import { MODULES_PRELUDE } from './modules.ts'
import { PROCESS_PRELUDE } from './process.ts'
import { STREAMS_PRELUDE } from './streams.ts'

/**
 * The program that runs before the candidate's: it builds console, process, require, timers and the rest out of a
 * few host functions and keeps everything else in its own scope. It is text, because it runs inside the engine.
 * It evaluates to a function of `host` that gives { turn, watch, report, moduleSource, finish, begin, … }.
 */
export const PRELUDE = [
  '(function (host) {\n"use strict";',
  BYTES_PRELUDE,
  ERRORS_PRELUDE,
  INSPECT_PRELUDE,
  CONSOLE_PRELUDE,
  LOOP_PRELUDE,
  EVENTS_PRELUDE,
  STREAMS_PRELUDE,
  PROCESS_PRELUDE,
  FILES_PRELUDE,
  JSON_PRELUDE,
  INTL_PRELUDE,
  MODULES_PRELUDE,
  '})',
].join('\n')
