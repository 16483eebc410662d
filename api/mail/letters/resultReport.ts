import type { Attachment, Letter } from '../message.ts'
import { link, note, paragraph } from './blocks.ts'
import { askLine, type MailContact } from './contact.ts'
import { letter } from './letter.ts'

export interface ReportedCandidate {
  name: string
  email: string
  /** null: not scored, as one who did not attend or whose test goes on. */
  score: number | null
  /** The test goes on, as of one that was opened again. */
  isRunning: boolean
  /** The marks of all that the candidate was asked. */
  totalMarks: number
  isBeingJudged: boolean
}

export interface ReportFacts {
  organization: string
  drive: string
  contact: MailContact
  candidates: readonly ReportedCandidate[]
  link: string
}

/** The mail to the contacts of a drive: chosen candidates with their scores, with the files given. */
export function resultReportLetter(about: ReportFacts, attachments: readonly Attachment[] = []): Letter {
  const { organization, drive, candidates } = about
  const count = candidates.length === 1 ? 'one candidate' : `${candidates.length} candidates`
  return letter(
    `Results of ${drive}: ${count}`,
    [
      paragraph(`${organization} has sent you the results of ${count} in the drive ${drive}.`),
      {
        kind: 'table',
        head: ['Candidate', 'Email', 'Score'],
        rows: candidates.map((c) => [c.name || c.email, c.email, formatScore(c)]),
      },
      link('Open the results', about.link),
      note('This email contains personal results: share it only with the people who decide.'),
      askLine(about.contact, organization),
    ],
    attachments,
  )
}

function formatScore({ score, totalMarks, isBeingJudged, isRunning }: ReportedCandidate): string {
  if (isRunning) return 'none yet, the test is still running'
  if (score === null) return 'none'
  return isBeingJudged ? `${score} of ${totalMarks} so far, still being judged` : `${score} of ${totalMarks}`
}
