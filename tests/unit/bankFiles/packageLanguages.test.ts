import { expect, it } from 'vitest'
import { endingOf, languageOf } from '#api/services/packages/languages.ts'
import { ENGINES, LANGUAGES } from '#runtimes/languages.ts'

it.each(LANGUAGES)('a file of $id is found by its end, and named with it again', ({ id }) => {
  const { extension } = ENGINES[id]
  expect(languageOf(`accepted/sum.${extension}`, [id])).toBe(id)
  expect(endingOf(id)).toBe(extension)
})

it('our own engine goes before others for the same end; without it they are taken', () => {
  expect(languageOf('sum.py', ['pypy', 'python'])).toBe('python')
  expect(languageOf('sum.py', ['pypy'])).toBe('pypy')
  expect(languageOf('sum.JS', ['node'])).toBe('node')
})

it('what nothing offers is no language, and an unknown language has a plain text', () => {
  expect(languageOf('sum.rb', ['python'])).toBeUndefined()
  expect(languageOf('README', ['python'])).toBeUndefined()
  expect(endingOf('befunge')).toBe('txt')
})
