import type { OpenedDrive } from '../../drive.ts'
import { type Finding, ready, slower } from './check.ts'

/** Long enough that a whole room does not ask at once, short enough to be watched. */
const SPREAD_MS = 8_000

/** Whether the questions are on this device, sealed; brings them. */
export async function checkQuestions({ token, view, clock }: OpenedDrive): Promise<Finding> {
  const later = slower('Later', 'They come when your test starts.')
  if (!view.package) return later
  const { packageAhead } = await import('#pwa/attempt/sealedPackage.ts')
  const untilStart = Math.max(0, Date.parse(view.drive_start_time) - clock.now())
  const here = await packageAhead(
    token,
    view.package.hash,
    Math.max(2_000, Math.min(SPREAD_MS, untilStart / 2)),
  )
  return here ? ready('On this device, sealed until your test starts.') : later
}
