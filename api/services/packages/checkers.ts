import type { Checker } from '#contract/forms/bank.ts'
import type { Judging, ToleranceKind } from '#contract/judging.ts'

/** The default validator of packages, by its flags, as the checkers there are here. */

export interface MappedChecker {
  checker: Checker
  tolerance: string | null
  judging: Pick<Judging, 'ignore_case' | 'tolerance_of'>
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
  const ignore_case = hasLetters && !flags.includes('case_sensitive')
  if (given.length === 0) {
    const checker = isExact ? 'exact' : 'tokens'
    return { checker, tolerance: null, judging: ignore_case ? { ignore_case } : {}, warnings }
  }
  const isEither = (side: string) =>
    flags.includes('float_tolerance') || flags.includes(`float_${side}_tolerance`)
  const tolerance_of = isEither('relative') ? (isEither('absolute') ? null : 'relative') : 'absolute'
  if (new Set(given).size > 1)
    warnings.push('The package has two tolerances; the smaller one is used for both.')
  if (isExact) warnings.push('The package checks white space; here it is ignored if there is a tolerance.')
  return {
    checker: 'float',
    tolerance: String(Math.min(...given)),
    judging: { ...(ignore_case && { ignore_case }), ...(tolerance_of && { tolerance_of }) },
    warnings,
  }
}

const TOLERANCE_FLAGS: Readonly<Record<ToleranceKind, string>> = {
  either: 'float_tolerance',
  absolute: 'float_absolute_tolerance',
  relative: 'float_relative_tolerance',
}

/** The flags that mean a checker. The default validator knows no order of lines, and none of our own programs. */
export function flagsOf(checker: Checker, tolerance: string | null, judging?: Judging | null): string {
  const { ignore_case = false, tolerance_of = 'either' } = judging ?? {}
  return [
    ...(ignore_case ? [] : ['case_sensitive']),
    ...(checker === 'exact' ? ['space_change_sensitive'] : []),
    ...(checker === 'float' ? [TOLERANCE_FLAGS[tolerance_of], tolerance ?? '1e-6'] : []),
  ].join(' ')
}
