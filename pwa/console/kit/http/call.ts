import { paths } from '#contract/paths.ts'
import { type Answer, type CallInput, callAt } from '#pwa/http/call.ts'
import type { AnswerOf, EndpointName, Given } from '#pwa/http/types.ts'

/**
 * A call of the console's pages, in nobody's name.
 * @throws CallError
 */
export const callInNobodysName = <N extends EndpointName>(
  name: N,
  ...[input]: Given<CallInput<N>>
): Promise<Answer<AnswerOf<N>>> => callAt(paths[name], input)
