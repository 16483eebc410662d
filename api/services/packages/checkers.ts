import type { Checker } from '#contract/forms/bank.ts'

/** The default validator of packages, by its flags, as the checkers there are here. */

export interface MappedChecker {
  checker: Checker
  tolerance: string | null
  warnings: string[]
}

const TOLERANCES = ['float_tolerance', 'float_absolute_tolerance', 'float_relative_tolerance']

/**
 * @param flags as they stand in the package
 * @param hasLetters whether an expected output has letters: only then does their case matter
 */
export function checkerOf(flags: readonly string[], hasLetters: boolean): MappedChecker {
  const warnings: string[] = []
  const given: number[] = []
  const known = new Set(['case_sensitive', 'space_change_sensitive'])
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? ''
    if (TOLERANCES.includes(flag)) {
      i += 1
      const value = Number(flags[i])
      if (value > 0 && value < 1) given.push(value)
      else warnings.push(`The tolerance ${flags[i] ?? ''} is not between 0 and 1; 1e-6 is used.`)
      if (!(value > 0 && value < 1)) given.push(1e-6)
    } else if (!known.has(flag)) warnings.push(`The validator's flag ${flag} is unknown and was ignored.`)
  }
  const isExact = flags.includes('space_change_sensitive')
  if (hasLetters && !flags.includes('case_sensitive'))
    warnings.push('The package ignores upper and lower case; here they matter.')
  if (given.length > 0) {
    const isEither = (side: string) =>
      flags.includes('float_tolerance') || flags.includes(`float_${side}_tolerance`)
    if (!isEither('relative'))
      warnings.push(
        'The package allows only an absolute difference; here numbers above 1 may differ by that fraction of their value.',
      )
    if (!isEither('absolute'))
      warnings.push(
        'The package allows only a relative difference; here numbers below 1 may differ by the tolerance itself.',
      )
    if (new Set(given).size > 1)
      warnings.push('The package has two tolerances; the smaller one is used for both.')
    if (isExact) warnings.push('The package checks white space; here it is ignored if there is a tolerance.')
    return { checker: 'float', tolerance: String(Math.min(...given)), warnings }
  }
  return { checker: isExact ? 'exact' : 'tokens', tolerance: null, warnings }
}

/** The flags that mean a checker. */
export function flagsOf(checker: Checker, tolerance: string | null): string {
  if (checker === 'exact') return 'case_sensitive space_change_sensitive'
  return checker === 'float' ? `case_sensitive float_tolerance ${tolerance ?? '1e-6'}` : 'case_sensitive'
}
