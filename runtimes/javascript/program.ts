import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { PRELUDE } from './prelude/prelude.ts'
import { cleanSource, formsToTry, shiftOf, wrapSource } from './source.ts'

/** How a program's own code ended, if the host did not end it. */
export type Completion = 'done' | 'compile_error' | 'uncaught'

export type PreludeApi = (
  name:
    | 'turn'
    | 'watch'
    | 'report'
    | 'uncaught'
    | 'moduleSource'
    | 'finish'
    | 'begin'
    | 'beginScript'
    | 'setShift',
  ...args: QuickJSHandle[]
) => ReturnType<QuickJSContext['callFunction']>

/** Runs the prelude and gives a way to call its functions. Throws when it fails, which only a tiny memory can cause. */
export function startPrelude(context: QuickJSContext, host: QuickJSHandle): PreludeApi {
  const build = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'))
  const api = context.unwrapResult(context.callFunction(build, context.undefined, host))
  return (name, ...args) =>
    context.getProp(api, name).consume((method) => context.callFunction(method, context.undefined, ...args))
}

/** The result of starting a program: it went up to its first wait, it threw, or no form of it could be read. */
type Begun = { error: QuickJSHandle | undefined } | { unreadable: QuickJSHandle }

/** How the prelude takes what a form evaluates to: in a module promises come before what nextTick was given. */
const BEGIN = { function: 'begin', script: 'beginScript', module: 'watch' } as const

/** Starts a program up to its first wait, in the first form that can be read; else gives the error of the most likely one. */
function begin(context: QuickJSContext, api: PreludeApi, source: string, wasRead: () => boolean): Begun {
  let firstError: QuickJSHandle | undefined
  for (const form of formsToTry(source)) {
    const text = wrapSource(source, form)
    const type = form === 'module' ? 'module' : 'global'
    // A module is never only compiled: the engine would look into what is not linked, and find whatever lies there.
    const refused =
      form === 'module' ? undefined : context.evalCode(text, 'main.js', { type, compileOnly: true }).error
    if (refused !== undefined) {
      firstError ??= refused
      continue
    }
    context.newNumber(shiftOf(form)).consume((columns) => api('setShift', columns))
    const result = context.evalCode(text, 'main.js', { type })
    if (result.error === undefined) return { error: api(BEGIN[form], result.value).error }
    if (form !== 'module' || wasRead()) return { error: result.error }
    firstError ??= result.error
  }
  return { unreadable: firstError ?? context.newError('the program could not be read') }
}

/** Runs promises' reactions and tasks until nothing is left; gives the first error that nobody caught. */
function runToEnd(context: QuickJSContext, api: PreludeApi, ended: () => boolean): QuickJSHandle | undefined {
  for (;;) {
    const jobs = context.runtime.executePendingJobs()
    if (jobs.error !== undefined) return jobs.error
    if (ended()) return undefined
    const turned = api('turn')
    if (turned.error !== undefined) return turned.error
    if (context.dump(turned.value) !== true) return undefined
  }
}

/**
 * Compiles and runs a program to its end. Errors are reported on standard error by the prelude.
 * @param wasRead whether the engine has asked for `FIRST_IMPORT`: it could read the module then
 */
export function runProgram(
  context: QuickJSContext,
  api: PreludeApi,
  rawSource: string,
  ended: () => boolean,
  wasRead: () => boolean,
): { completion: Completion; exitCode: number } {
  const source = cleanSource(rawSource)
  const begun = begin(context, api, source, wasRead)
  if ('unreadable' in begun) {
    const [likeliest] = formsToTry(source)
    context.newNumber(shiftOf(likeliest)).consume((columns) => api('setShift', columns))
    api('report', begun.unreadable)
    return { completion: 'compile_error', exitCode: 1 }
  }
  let { error } = begun
  for (;;) {
    error ??= runToEnd(context, api, ended)
    const last = error === undefined ? api('finish') : api('uncaught', error)
    if (ended()) return { completion: 'uncaught', exitCode: 1 }
    if (last.error !== undefined) {
      api('report', last.error)
      return { completion: 'uncaught', exitCode: 1 }
    }
    const exitCode: unknown = context.dump(last.value)
    if (typeof exitCode === 'number')
      return { completion: error === undefined ? 'done' : 'uncaught', exitCode: exitCode & 255 }
    // The program has a handler of its own for what nobody caught, and goes on.
    error = undefined
  }
}
