import { plural } from '#contract/plural.ts'
import type { DriveView } from '#contract/views/candidate.ts'

/**
 * The purpose of the camera's pictures, who sees them and how long they are kept: told before the camera is asked for.
 */
export const cameraNotice = ({
  organization_name,
  webcam_retention_days,
  is_assessment,
}: DriveView): string =>
  `The pictures show who took the test. Assessors of ${organization_name} see them; they are deleted ${plural(webcam_retention_days, 'day')} after ${is_assessment ? 'your test' : 'the drive'} ends.`
