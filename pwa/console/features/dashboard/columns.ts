import { CircleCheck, Clock, Radio } from 'lucide-react'
import { texts } from '#contract/texts.ts'

/** The three columns, in their order, with their words. */
export const columns = [
  {
    status: 'ongoing',
    call: 'getOngoingDrives',
    name: 'Ongoing',
    icon: Radio,
    empty: texts.noOngoingDrives,
    fault: 'error while fetching ongoing drives',
  },
  {
    status: 'upcoming',
    call: 'getUpcomingDrives',
    name: 'Upcoming',
    icon: Clock,
    empty: texts.noUpcomingDrives,
    fault: 'error while fetching upcoming drives',
  },
  {
    status: 'completed',
    call: 'getCompletedDrives',
    name: 'Completed',
    icon: CircleCheck,
    empty: texts.noCompletedDrives,
    fault: 'error while fetching completed drives',
  },
] as const

export type ColumnInfo = (typeof columns)[number]
export const [ongoing, upcoming, completed] = columns
