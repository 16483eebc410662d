import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DriveView } from '#contract/views/candidate.ts'
import { arrangedFor } from '#pwa/candidate/welcome/ForYou.tsx'
import { RulesInShort } from '#pwa/candidate/welcome/RulesInShort.tsx'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** Anything that is otherwise for one candidate is told before that candidate begins. */

const { view } = attemptOf()
const more = { allotted_seconds: 5_400, extra_seconds: 1_800 }

describe('what was arranged', () => {
  it.each<[string, Partial<DriveView>, string[]]>([
    ['nothing', { extra_seconds: 0, lifted_rules: [] }, []],
    ['more time', { ...more, lifted_rules: [] }, ['You have 30 min more: 1 h 30 min in all.']],
    [
      'rules that do not count, in one order, and none that is not known here',
      { extra_seconds: 0, lifted_rules: ['of a later version', 'camera', 'leave', 'full_screen'] },
      [
        'You may leave full screen.',
        'You may leave the window: that does not end the test.',
        'The camera may stay off.',
      ],
    ],
    [
      'both',
      { ...more, lifted_rules: ['paste', 'blocked_keys'] },
      ['You have 30 min more: 1 h 30 min in all.', 'You may copy and paste.', 'No keys are blocked.'],
    ],
  ])('%s', (_, change, words) => {
    expect(arrangedFor({ ...view, ...change })).toEqual(words)
  })
})

describe('the rules in short', () => {
  const shown = (change: Partial<DriveView>) =>
    renderToStaticMarkup(createElement(RulesInShort, { view: { ...view, ...change } }))

  it('ask for full screen unless that is lifted, and say nothing where nothing was arranged', () => {
    expect(shown({})).toContain('Full screen throughout.')
    expect(shown({})).not.toContain('Arranged for you')
    expect(shown({ lifted_rules: ['full_screen'] })).not.toContain('Full screen throughout')
  })

  it('name the whole of the candidate’s own time', () => {
    const page = shown(more)
    expect(page).toContain('1 h 30 min from your start')
    expect(page).toContain('Arranged for you')
  })
})
