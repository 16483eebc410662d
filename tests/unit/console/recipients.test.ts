import { expect, test } from 'vitest'
import { stillRecipients } from '#pwa/console/results/results/ReportMails.tsx'

const recipient = (user_id: number) => ({ user_id, name: 'Ann', email: `${user_id}@x.example` })

test('of those who were chosen, whoever may get the report still gets it', () => {
  expect(stillRecipients(['3', '1'], [recipient(1), recipient(2)])).toEqual(['1'])
})
