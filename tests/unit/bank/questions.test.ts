import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bankQuestions } from '#api/starterBank/index.ts'

const folder = new URL('../../../api/starterBank/images/', import.meta.url)
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const LARGEST_IMAGE = 40 * 1024

const optionImages = bankQuestions.flatMap(({ options }) => options.flatMap(({ image }) => image ?? []))
const questionImages = bankQuestions.flatMap(({ image }) => image ?? [])

describe('the multiple-choice questions of the demo bank', () => {
  it('are enough, with enough of each kind', () => {
    expect(bankQuestions.length).toBeGreaterThanOrEqual(44)
    expect(bankQuestions.filter((question) => question.kind === 'multiple').length).toBeGreaterThanOrEqual(12)
    expect(questionImages.length).toBeGreaterThanOrEqual(6)
    expect(optionImages.length).toBeGreaterThanOrEqual(2)
  })

  it('have slugs and texts of their own', () => {
    expect(new Set(bankQuestions.map((question) => question.slug)).size).toBe(bankQuestions.length)
    expect(new Set(bankQuestions.map((question) => question.description)).size).toBe(bankQuestions.length)
  })

  it('cover the topics', () => {
    const tags = new Set(bankQuestions.flatMap((question) => question.tags))
    for (const topic of [
      'javascript',
      'python',
      'data structures',
      'complexity',
      'sql',
      'networking',
      'operating systems',
      'git',
      'testing',
      'diagrams',
    ]) {
      expect(tags).toContain(topic)
    }
  })

  it('do not give the answer away by its place', () => {
    const single = bankQuestions.filter((question) => question.kind === 'single')
    const first = single.filter((question) => question.options[0]?.isAnswer)
    expect(first.length).toBeLessThan(single.length / 2)
  })

  it('use every image in the folder, and no other', () => {
    const used = new Set([...questionImages, ...optionImages])
    expect([...used].sort()).toEqual(readdirSync(folder).sort())
  })
})

describe.each(bankQuestions)('$slug', (question) => {
  it('keeps to the limits', () => {
    expect(question.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(question.description.length).toBeGreaterThanOrEqual(10)
    expect(question.description.length).toBeLessThanOrEqual(350)
    expect(question.marks).toBeGreaterThan(0)
    expect(question.timeInSeconds).toBeGreaterThanOrEqual(30)
    expect(question.tags.length).toBeGreaterThan(0)
  })

  it('has different options and the right number of answers', () => {
    const { options } = question
    const answers = options.filter((option) => option.isAnswer).length
    expect(options.length).toBeGreaterThanOrEqual(2)
    expect(options.length).toBeLessThanOrEqual(5)
    expect(new Set(options.map((option) => option.description)).size).toBe(options.length)
    expect(options.every((option) => option.description.trim() !== '')).toBe(true)
    expect(answers).toBeGreaterThanOrEqual(1)
    if (question.kind === 'single') expect(answers).toBe(1)
    expect(answers).toBeLessThan(options.length)
  })

  it('describes its image in words', () => {
    expect(question.imageAlt !== undefined).toBe(question.image !== undefined)
  })
})

describe.each([...new Set([...questionImages, ...optionImages])])('%s', (name) => {
  it('is a small PNG picture', () => {
    const bytes = readFileSync(new URL(name, folder))
    expect(bytes.subarray(0, PNG.length).equals(PNG)).toBe(true)
    expect(bytes.length).toBeLessThanOrEqual(LARGEST_IMAGE)
    expect(bytes.readUInt32BE(16)).toBeLessThanOrEqual(640)
  })
})
