import { describe, expect, it } from 'vitest'
import { deviceLanguage, deviceLanguagesOf } from '#pwa/runner/languages.ts'

describe('the languages that run on the device', () => {
  it.each([
    ['javascript', 'javascript'],
    ['python', 'python'],
    ['typescript', 'typescript'],
    ['sql', 'sql'],
    ['cpp', null],
    ['', null],
  ])('%s: %s', (mode, engine) => {
    expect(deviceLanguage(mode)).toBe(engine)
  })

  it('are those of a test that has others besides, each once', () => {
    const modes = ['python', 'java', 'javascript', 'python']
    expect(deviceLanguagesOf(modes.map((mode) => ({ mode })))).toEqual(['python', 'javascript'])
    expect(deviceLanguagesOf([{ mode: 'go' }])).toEqual([])
  })
})
