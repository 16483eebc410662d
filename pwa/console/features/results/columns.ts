import { texts } from '#contract/texts.ts'
import type { Column } from '#pwa/ui/DataTable.tsx'

/** The specification's columns in its order. */
export const columns: readonly Column[] = [
  { name: 'Candidate Id', width: '116px' },
  { name: 'First Name', width: '10%', isSticky: true },
  { name: 'Last Name', width: '11%' },
  { name: 'Email' },
  { name: 'Score', width: '188px' },
  { name: 'Time', width: '104px', isNumber: true },
  { name: 'Result', width: '72px' },
  { name: texts.triedToCopy, width: '112px' },
  { name: texts.testEndReason, width: '160px' },
  { name: 'Shortlisted', width: '96px' },
]

/** Of an assessment. */
export const withoutShortlist = columns.filter((column) => column.name !== 'Shortlisted')
