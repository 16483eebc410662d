import { expect, it, vi } from 'vitest'
import { away, ready, slower, summary, todo } from '#pwa/candidate/welcome/checks/check.ts'
import { checkClock, screenFinding } from '#pwa/candidate/welcome/checks/surroundings.ts'

/** The words of the readiness check on all, on the clock and on the screen. */

it.each([
  ['all is ready', [ready(''), ready('')], '2 of 2 ready, nothing stops you'],
  ['something is slower', [ready(''), slower('Little room', '')], '1 of 2 ready, nothing stops you'],
  ['something is to be done', [ready(''), todo('Refused', '')], '1 of 2 ready, one thing to do'],
  [
    'nothing is in reach, which the start needs',
    [ready(''), away('')],
    '1 of 2 ready. The start needs the network.',
  ],
  [
    'nothing is in reach, and something is to be done',
    [todo('Refused', ''), todo('None', ''), away('')],
    '0 of 3 ready, 2 things to do. The start needs the network.',
  ],
])('says in short that %s', (_, findings, words) => {
  expect(summary(findings)).toBe(words)
})

it.each([
  [0, 'In step with the server.'],
  [-999, 'In step with the server.'],
  [1_500, '1.5 s ahead of the server. The server’s time counts.'],
  [-59_000, '59.0 s behind the server. The server’s time counts.'],
  [-150_000, '2 min behind the server. The server’s time counts.'],
  [25 * 3_600_000, '25 h 0 min ahead of the server. The server’s time counts.'],
])('says of a clock that goes wrong by %i ms: %s', (offsetMs, detail) => {
  expect(checkClock({ now: () => 0, offsetMs })).toEqual(ready(detail))
})

const sizes = { screen: { width: 1280, height: 800 }, innerWidth: 1100 }

it.each([
  ['a screen that the test fills, whatever the window is', sizes, true, { state: 'ready' }],
  [
    'a small screen',
    { ...sizes, screen: { width: 1024, height: 768 } },
    true,
    { state: 'slower', word: 'Small', detail: expect.stringMatching(/^Your screen is 1024 wide/) },
  ],
  [
    'a small window, where the test stays in it',
    sizes,
    false,
    { state: 'slower', word: 'Small window', detail: expect.stringMatching(/^This window is 1100 wide/) },
  ],
])('looks at what the test will have: %s', (_, { screen, innerWidth }, fills, finding) => {
  vi.stubGlobal('screen', screen)
  vi.stubGlobal('innerWidth', innerWidth)
  expect(screenFinding(fills)).toMatchObject(finding)
  vi.unstubAllGlobals()
})
