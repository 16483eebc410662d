/**
 * The browser storage keys of the specification, spelled only here. Its userDetails and uid are the console's as well;
 * a test and a console session in one browser must not break each other, so the candidate's pages leave those alone.
 */
export const storageKeys = {
  authToken: 'authToken',
  driveID: 'driveID',
  candidateId: 'candidateId',
  isFinishedTest: 'isFinishedTest',
  allowCoding: 'allowCoding',
  allowMcq: 'allowMcq',
  problemLanguages: 'problemLanguages',
  fullScreenAttempts: 'fullScreenAttempts',
} as const

/** In sessionStorage: why the test was ended by force. */
export const sessionKeys = { endReason: 'test-end-reason' } as const

/** In sessionStorage: the test of this tab, where the browser is in another one by now. */
export const TAB_SESSION = 'holdfast.session'

/** In sessionStorage: what the link of this tab opened last. */
export const OPENED = 'holdfast.opened'

/** In sessionStorage: the test that was finished in this tab and has left the device. */
export const TAB_FINISHED = 'holdfast.finished'

/** In sessionStorage, a form each: what was typed and is not sent yet. */
export const UNSENT_PREFIX = 'holdfast.unsent.'

/**
 * The key of what was typed in the last moment before the page went, one for each test: on a computer that several
 * people sit down at, one test may wait for the disk or the network while another one is taken.
 */
export const typedKey = (attemptId: string): string => `${ownKeys.typed}.${attemptId}`

/**
 * Ours besides: how this device likes to look, where in the test a person stands, the link that was opened, what was
 * typed last, as an earlier version of the pages kept it for one test alone.
 */
export const ownKeys = {
  preferences: 'holdfast.preferences',
  position: 'holdfast.place',
  invitation: 'holdfast.invitation',
  typed: 'holdfast.typed',
} as const
