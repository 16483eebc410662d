/** Two rules are the same where only case, blanks and signs differ (console specification, section 5). */
const bare = (description: string): string =>
  description
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Whether a rule stands among others already; a rule of signs alone is compared as it is. */
export function isDuplicateRule(description: string, others: readonly string[]): boolean {
  const own = bare(description)
  return others.some((other) => (own === '' ? other.trim() === description.trim() : bare(other) === own))
}

/** Rules in their order, each said once. */
export function eachOnce<R extends { description: string }>(rules: readonly R[]): R[] {
  const kept: R[] = []
  for (const rule of rules)
    if (
      !isDuplicateRule(
        rule.description,
        kept.map((one) => one.description),
      )
    )
      kept.push(rule)
  return kept
}
