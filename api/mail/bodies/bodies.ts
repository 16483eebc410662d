import type { MailKind } from '../kinds.ts'
import {
  accountExistsBody,
  emailChangedBody,
  passwordResetBody,
  signUpMailBody,
  testBody,
} from './account.ts'
import { alertBody } from './alert.ts'
import type { Body, BodySource, Pointless } from './body.ts'
import { cancelledBody, datesChangedBody, invitationBody, reminderBody, reopenedBody } from './invitation.ts'
import { resultReportBody } from './resultReport.ts'

const bodies: Record<MailKind, (source: BodySource) => Promise<Body | Pointless>> = {
  invitation: invitationBody,
  dates_changed: datesChangedBody,
  cancelled: cancelledBody,
  reminder: reminderBody,
  reopened: reopenedBody,
  sign_up: signUpMailBody,
  password_reset: passwordResetBody,
  email_changed: emailChangedBody,
  account_exists: accountExistsBody,
  test: testBody,
  result_report: resultReportBody,
  alert: alertBody,
}

/**
 * Makes the body of a mail now, when it is sent: so no row holds a link, and what it says is true at that moment.
 * @throws Error for a kind this version does not know, as after a step back to an older one
 */
export function letterBody(source: BodySource): Promise<Body | Pointless> {
  const { kind } = source.mail
  if (!Object.hasOwn(bodies, kind)) throw new Error(`This version knows no mail of the kind ${kind}`)
  return bodies[kind as MailKind](source)
}
