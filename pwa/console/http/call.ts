import { type CallName, paths } from '#contract/paths.ts'
import { type Answer, type CallInput, callAt } from '#pwa/http/call.ts'

/**
 * A call of the console's pages, in nobody's name.
 * @throws CallError
 */
export const call = <T>(name: CallName, input?: CallInput): Promise<Answer<T>> =>
  callAt<T>(paths[name], input)
