import { matchPath } from 'react-router-dom'
import type { Screen } from '#machines/attempt/flow.ts'

/** The candidate's addresses (the specification, candidate side, section 2), spelled only here: one a screen. */
export const routes = {
  home: '/candidate',
  /** Asking for a lost link again; not of the specification. */
  lostLink: '/candidate/link',
  welcome: '/candidate/overview/:id',
  /** Trying the test's parts before it begins; not of the specification. */
  practice: '/candidate/practice',
  details: '/candidate/profile/create',
  test: '/candidate/ide',
  feedback: '/candidate/feedback',
  end: '/candidate/endpage',
  /** The page that says what a receipt proves; for anybody, and not of the specification. */
  receipt: '/candidate/receipt',
  /** A released report; not of the specification. */
  report: '/candidate/report',
} as const satisfies Record<Screen, string>

/** Addresses under these lead to them (the specification, candidate side, section 2). */
const withWhatLiesUnder: readonly Screen[] = ['details', 'test', 'feedback']

/** The screen of an address; null where it is none's. */
export function screenOf(pathname: string): Screen | null {
  const screens = Object.keys(routes) as Screen[]
  const found = screens.find((screen) =>
    matchPath({ path: routes[screen], end: !withWhatLiesUnder.includes(screen) }, pathname),
  )
  return found ?? null
}

/** The invitation that an address of the welcome screen names. */
export const tokenOf = (pathname: string): string | null =>
  matchPath(routes.welcome, pathname)?.params.id ?? null

/** @param token whose invitation, for the welcome screen */
export const screenAddress = (screen: Screen, token: string | null): string =>
  screen === 'welcome' ? routes.welcome.replace(':id', encodeURIComponent(token ?? '')) : routes[screen]

/** The invitation's token travels in the history entry: out of the address bar, and still there after a reload. */
export function invitedBy(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' ? state.token : null
}
