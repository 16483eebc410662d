/** Below a test's name, in the page as the server sends it and as its scripts draw it: who invites. */
export function inviters(view: { institute_name: string; organization_name: string }): string {
  const from = view.organization_name ? `invited by ${view.organization_name}` : ''
  return [view.institute_name, from].filter(Boolean).join(' · ')
}
