/** The console's own keys in local storage; the names are the specification's. Nothing else is ever cleared. */
export const staffSessionKeys = {
  accessToken: 'accessToken',
  tokenType: 'tokenType',
  client: 'client',
  expiry: 'expiry',
  uid: 'uid',
  userDetails: 'userDetails',
  /** Which organization a super admin edits. */
  organizationId: 'organizationId',
} as const
