import { CircleCheck, Clock, Radio } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'

/** The three columns, in their order, with their words. */
export const columns = [
  {
    status: 'ongoing',
    call: 'getOngoingDrives',
    name: 'Ongoing',
    icon: Radio,
    empty: texts.noOngoingDrives,
    fault: consoleTexts.ongoingFailed,
  },
  {
    status: 'upcoming',
    call: 'getUpcomingDrives',
    name: 'Upcoming',
    icon: Clock,
    empty: texts.noUpcomingDrives,
    fault: consoleTexts.upcomingFailed,
  },
  {
    status: 'completed',
    call: 'getCompletedDrives',
    name: 'Completed',
    icon: CircleCheck,
    empty: texts.noCompletedDrives,
    fault: consoleTexts.completedFailed,
  },
] as const

export type ColumnInfo = (typeof columns)[number]
export const [ongoing, upcoming, completed] = columns
