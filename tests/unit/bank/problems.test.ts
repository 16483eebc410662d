import { describe, expect, it } from 'vitest'
import { bankProblems } from '#api/starterBank/index.ts'
import type { Difficulty } from '#api/starterBank/types.ts'

const KILOBYTE = 1024
const LARGEST_INPUT = 40 * KILOBYTE
const count = (level: Difficulty) => bankProblems.filter((problem) => problem.difficulty === level).length

describe('the coding problems of the demo bank', () => {
  it('cover all difficulties', () => {
    expect(bankProblems.length).toBeGreaterThanOrEqual(12)
    expect([count('easy'), count('medium'), count('hard')]).toEqual([5, 5, 4])
  })

  it('have slugs and titles of their own', () => {
    expect(new Set(bankProblems.map((problem) => problem.slug)).size).toBe(bankProblems.length)
    expect(new Set(bankProblems.map((problem) => problem.title)).size).toBe(bankProblems.length)
  })

  it('use every checker', () => {
    expect(new Set(bankProblems.map((problem) => problem.checker))).toEqual(
      new Set(['exact', 'tokens', 'float']),
    )
  })
})

describe.each(bankProblems)('$slug', (problem) => {
  const samples = problem.tests.filter((test) => test.isSample)

  it('keeps to the limits', () => {
    expect(problem.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(problem.title.length).toBeGreaterThanOrEqual(5)
    expect(problem.title.length).toBeLessThanOrEqual(70)
    expect(problem.description.length).toBeGreaterThanOrEqual(10)
    expect(problem.description.length).toBeLessThanOrEqual(1000)
    expect(problem.tags.length).toBeGreaterThan(0)
    expect(problem.timeInMinutes).toBeGreaterThan(0)
    expect(problem.submissionCount).toBeGreaterThan(0)
  })

  it('states input, output, constraints and an example', () => {
    for (const heading of ['Input', 'Output', 'Constraints', 'Example']) {
      expect(problem.description).toContain(`**${heading}**`)
    }
    const fences = problem.description.match(/^```/gm) ?? []
    expect(fences).toHaveLength(4)
  })

  it('shows one of its sample tests as the example', () => {
    const shown = samples.filter(
      ({ input, output }) =>
        problem.description.includes(`\n${input}\`\`\``) && problem.description.includes(`\n${output}\`\`\``),
    )
    expect(shown.length).toBeGreaterThan(0)
  })

  it('has samples, hidden tests and marks', () => {
    expect(problem.tests.length).toBeGreaterThanOrEqual(5)
    expect(problem.tests.length).toBeLessThanOrEqual(12)
    expect(samples.length).toBeGreaterThanOrEqual(2)
    expect(samples.length).toBeLessThanOrEqual(3)
    expect(problem.tests.length).toBeGreaterThan(samples.length)
    for (const { marks } of problem.tests) {
      expect(Number.isInteger(marks)).toBe(true)
      expect(marks).toBeGreaterThan(0)
    }
  })

  it('has different, complete tests of modest size', () => {
    expect(new Set(problem.tests.map((test) => test.input)).size).toBe(problem.tests.length)
    for (const { input, output } of problem.tests) {
      expect(Buffer.byteLength(input)).toBeLessThanOrEqual(LARGEST_INPUT)
      expect(input).toMatch(/\S\n$/)
      expect(output).toMatch(/\S\n$/)
      expect(`${input}${output}`).not.toMatch(/undefined|NaN|Infinity|\r/)
    }
  })

  it('has templates and references in both languages', () => {
    const { templates, reference } = problem
    expect(templates.javascript).toMatch(/^\s*\/\/ /m)
    expect(templates.python).toMatch(/^\s*# /m)
    for (const code of [templates.javascript, reference.javascript]) {
      expect(code).toContain("require('fs').readFileSync(0, 'utf8')")
    }
    expect(reference.javascript).toContain('console.log(')
    expect(reference.python).toContain('print(')
    expect(templates.javascript).not.toBe(reference.javascript)
    expect(templates.python).not.toBe(reference.python)
  })
})
