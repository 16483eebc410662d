import { expect, it } from 'vitest'
import { progressOf } from '#pwa/console/drives/tile/DriveTileCard.tsx'

it.each([
  [236, 212, 23, { finished: 23, working: 189, notStarted: 24 }],
  [0, 0, 0, { finished: 0, working: 0, notStarted: 0 }],
  [3, 3, 3, { finished: 3, working: 0, notStarted: 0 }],
])('%d invited, %d appeared, %d finished', (invitation_sent, appeared, total_submissions, parts) =>
  expect(progressOf({ invitation_sent, appeared, total_submissions })).toEqual(parts),
)
