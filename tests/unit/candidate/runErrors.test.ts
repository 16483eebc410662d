import { expect, test } from 'vitest'
import { errorsOf } from '#pwa/candidate/exam/result/text.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('what compiler and program complain of stands there once', () => {
  const broken = base64('Uncaught SyntaxError: unexpected token\n    at main.js:1:9\n')
  expect(errorsOf({ compile_output: broken, stderr: broken })).toBe(
    'Uncaught SyntaxError: unexpected token\n    at main.js:1:9\n',
  )
  expect(errorsOf({ compile_output: base64('warning'), stderr: base64('trace') })).toBe('warning\ntrace')
  expect(errorsOf({ compile_output: null, stderr: base64('trace') })).toBe('trace')
  expect(errorsOf({ compile_output: null, stderr: null })).toBe('')
})
