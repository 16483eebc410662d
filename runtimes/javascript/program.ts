import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { PRELUDE } from './prelude/prelude.ts'
import { cleanSource, formsToTry, type SourceForm, WRAPPER_COLUMNS, wrapSource } from './source.ts'

/** How a program's own code ended, if the host did not end it. */
export type Completion = 'done' | 'compile_error' | 'uncaught'

export type PreludeApi = (
  name: 'turn' | 'watch' | 'report' | 'moduleSource' | 'finish' | 'begin' | 'setShift',
  ...args: QuickJSHandle[]
) => ReturnType<QuickJSContext['callFunction']>

/** Runs the prelude and gives a way to call its functions. Throws when it fails, which only a tiny memory can cause. */
export function startPrelude(context: QuickJSContext, host: QuickJSHandle): PreludeApi {
  const build = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'))
  const api = context.unwrapResult(context.callFunction(build, context.undefined, host))
  return (name, ...args) =>
    context.getProp(api, name).consume((method) => context.callFunction(method, context.undefined, ...args))
}

interface Compiled {
  form: SourceForm
  text: string
}

/** The first form that parses, or the error of the most likely one. */
function compile(context: QuickJSContext, source: string): Compiled | { error: QuickJSHandle } {
  let firstError: QuickJSHandle | undefined
  for (const form of formsToTry(source)) {
    const text = wrapSource(source, form)
    const type = form === 'module' ? 'module' : 'global'
    const result = context.evalCode(text, 'main.js', { type, compileOnly: true })
    if (result.error === undefined) return { form, text }
    firstError ??= result.error
  }
  return { error: firstError ?? context.newError('the program could not be read') }
}

/** Starts the compiled program up to its first wait; gives its error, if it threw one. */
function begin(context: QuickJSContext, api: PreludeApi, compiled: Compiled): QuickJSHandle | undefined {
  const type = compiled.form === 'module' ? 'module' : 'global'
  const result = context.evalCode(compiled.text, 'main.js', { type })
  if (result.error !== undefined) return result.error
  return api(compiled.form === 'function' ? 'begin' : 'watch', result.value).error
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

/** Compiles and runs a program to its end. Errors are reported on standard error by the prelude. */
export function runProgram(
  context: QuickJSContext,
  api: PreludeApi,
  rawSource: string,
  ended: () => boolean,
): { completion: Completion; exitCode: number } {
  const source = cleanSource(rawSource)
  if (formsToTry(source)[0] === 'function') {
    context.newNumber(WRAPPER_COLUMNS).consume((columns) => api('setShift', columns))
  }
  const compiled = compile(context, source)
  if ('error' in compiled) {
    api('report', compiled.error)
    return { completion: 'compile_error', exitCode: 1 }
  }
  const error = begin(context, api, compiled) ?? runToEnd(context, api, ended)
  if (error !== undefined) {
    if (!ended()) api('report', error)
    return { completion: 'uncaught', exitCode: 1 }
  }
  const finished = api('finish')
  if (finished.error !== undefined) {
    if (!ended()) api('report', finished.error)
    return { completion: 'uncaught', exitCode: 1 }
  }
  return { completion: 'done', exitCode: context.getNumber(finished.value) & 255 }
}
