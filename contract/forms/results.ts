import { z } from 'zod'
import { texts } from '../texts.ts'

/** How results are sorted; email_down and newest are the other way round of email and of the invitation's order. */
export const resultSort = z.enum(['best', 'worst', 'email', 'email_down', 'invited', 'newest'])
export type ResultSort = z.infer<typeof resultSort>

/** The columns of the results' file in its order; the console's table has some of them, and one that the file has not. */
export const resultColumnsInFile = [
  'Candidate Id',
  'First Name',
  'Last Name',
  'Email',
  'Mobile Number',
  'Score',
  'Total Marks',
  'Time',
  texts.triedToCopy,
  texts.testEndReason,
  'Shortlisted',
  'Started',
  'Finished',
] as const
export type ResultColumnInFile = (typeof resultColumnsInFile)[number]
