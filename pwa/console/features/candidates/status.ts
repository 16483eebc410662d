import { CircleCheck, CircleDot, CirclePause, Mail, MailOpen, UserCheck } from 'lucide-react'

/** How far a candidate is: shape, word, colour. */
export const statusLooks = {
  invited: { icon: Mail, tone: 'quiet', word: 'Invited' },
  opened: { icon: MailOpen, tone: 'info', word: 'Link opened' },
  detailed: { icon: UserCheck, tone: 'info', word: 'Details given' },
  running: { icon: CircleDot, tone: 'ok', word: 'Running' },
  paused: { icon: CirclePause, tone: 'warn', word: 'Paused' },
  finished: { icon: CircleCheck, tone: 'quiet', word: 'Finished' },
} as const
