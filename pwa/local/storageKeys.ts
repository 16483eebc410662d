/** The browser storage keys of the specification, spelled only here. */
export const storageKeys = {
  authToken: 'authToken',
  driveID: 'driveID',
  candidateId: 'candidateId',
  isFinishedTest: 'isFinishedTest',
  allowCoding: 'allowCoding',
  allowMcq: 'allowMcq',
  problemLanguages: 'problemLanguages',
  fullScreenAttempts: 'fullScreenAttempts',
  userDetails: 'userDetails',
  uid: 'uid',
} as const

/** In sessionStorage: why the test was ended by force. */
export const sessionKeys = { endReason: 'test-end-reason' } as const

/** Ours besides: how this device likes to look, and where in the test a person stands. */
export const ownKeys = { preferences: 'holdfast.preferences', place: 'holdfast.place' } as const
