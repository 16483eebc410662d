import type { Queries } from '#db/connect.ts'
import { listUnbegunDrives, sumContents, updateDrive } from '#db/queries/drives.ts'
import { type Sections, sectionsOf } from '#machines/drive/policy.ts'

/**
 * After an organization's flags changed: drives that nobody has begun show the sections that are allowed now, with
 * their time and marks. One that was begun keeps what its first candidate got.
 */
export async function applySections(
  tx: Queries,
  organization: Sections & { id: number },
  now: number,
): Promise<void> {
  for (const drive of await listUnbegunDrives(tx, organization.id, now)) {
    const { allow_coding, allow_mcq } = sectionsOf(drive.question_type, organization)
    if (allow_coding === drive.allow_coding && allow_mcq === drive.allow_mcq) continue
    await updateDrive(tx, drive.id, {
      allow_coding,
      allow_mcq,
      version: drive.version + 1,
      content_version: drive.content_version + 1,
    })
    await updateDrive(tx, drive.id, await sumContents(tx, drive.id))
  }
}
