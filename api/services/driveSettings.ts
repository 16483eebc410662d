import type { DriveSettings } from '#contract/forms/drive.ts'

/** The settings under 'Advanced', of a drive or an assessment. */
export const settingsOf = (drive: DriveSettings): DriveSettings => ({
  leave_policy: drive.leave_policy,
  leave_warnings: drive.leave_warnings,
  late_policy: drive.late_policy,
  max_offline_minutes: drive.max_offline_minutes,
  webcam: drive.webcam,
  webcam_retention_days: drive.webcam_retention_days,
  release_reports: drive.release_reports,
})
