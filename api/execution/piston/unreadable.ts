import { isUnreadable } from '#runtimes/syntax.ts'
import type { CaseResult } from '../port.ts'

/** The words of languages that Piston does not compile about a program that they cannot read; one that began says something else. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  ruby: /^\S{0,200}main\.rb:(?:\d+:)? .{0,200}syntax error/m,
  php: /^(?:PHP )?Parse error: .{0,500} in \S{0,200}main\.php on line \d/m,
  // One that began ends with a trace, or with an object that is no text.
  lua: /^\S{0,50}lua\S{0,50}: \S{0,200}main\.lua:\d+: [^\n]*\n*$/,
}

/**
 * The refusal of a program that never began: it counts as one that does not compile, as with every other engine. Null for one that
 * began. PHP writes it to standard output unless its settings say otherwise.
 */
export function refusalIn(
  languageId: string,
  { stdout, stderr }: Pick<CaseResult, 'stdout' | 'stderr'>,
): string | null {
  if (isUnreadable(languageId, stderr)) return stderr
  const refusal = Object.hasOwn(REFUSALS, languageId) ? REFUSALS[languageId] : undefined
  return [stderr, stdout].find((text) => refusal?.test(text)) ?? null
}
