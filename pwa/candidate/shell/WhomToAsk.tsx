import type { DriveView } from '#contract/views/candidate.ts'

/** A contact that a device kept of an older version has no name in it. */
export type SupportContact = Pick<DriveView, 'support_email' | 'support_phone' | 'organization_name'> &
  Partial<Pick<DriveView, 'support_name'>>

/**
 * The contact on one line, by name where it is a person; where none is given, the organization itself.
 * @param isPlain as text to be read alone: a link opens another window, and leaving the test's own may end it
 */
export function WhomToAsk({ view, isPlain = false }: { view: SupportContact; isPlain?: boolean }) {
  const name = view.support_name ? `${view.support_name}, ` : ''
  const address = view.support_email || view.support_phone
  if (address && isPlain)
    return (
      <span>
        {name}
        {address}
      </span>
    )
  if (view.support_email)
    return (
      <span>
        {name}
        <a href={`mailto:${view.support_email}`}>{view.support_email}</a>
      </span>
    )
  if (view.support_phone)
    return (
      <span>
        {name}
        <a href={`tel:${view.support_phone}`}>{view.support_phone}</a>
      </span>
    )
  return <span>{view.organization_name}, which invited you</span>
}
