import type { DriveView } from '#pwa/actors/views.ts'

export type Contact = Pick<DriveView, 'support_email' | 'support_phone' | 'organization_name'>

/** The contact on one line; where none is given, the organization itself. */
export function WhomToAsk({ view }: { view: Contact }) {
  if (view.support_email) return <a href={`mailto:${view.support_email}`}>{view.support_email}</a>
  if (view.support_phone) return <a href={`tel:${view.support_phone}`}>{view.support_phone}</a>
  return <span>{view.organization_name}, which invited you</span>
}
