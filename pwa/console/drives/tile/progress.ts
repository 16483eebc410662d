import type { DriveTile } from '#contract/views/drive.ts'

/** How far the candidates of a drive are; the three parts make up the invited. */
export function progressOf(drive: Pick<DriveTile, 'invitation_sent' | 'appeared' | 'total_submissions'>) {
  const finished = drive.total_submissions
  const working = Math.max(0, drive.appeared - finished)
  return { finished, working, notStarted: Math.max(0, drive.invitation_sent - finished - working) }
}
