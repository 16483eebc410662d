/** The candidate's addresses (the specification, candidate side, section 2), spelled only here. */
export const routes = {
  home: '/candidate',
  /** Asking for a lost link again; not of the specification. */
  lostLink: '/candidate/link',
  overview: '/candidate/overview/:id',
  /** Trying the test's parts before it begins; not of the specification. */
  practice: '/candidate/practice',
  details: '/candidate/profile/create',
  test: '/candidate/ide',
  feedback: '/candidate/feedback',
  end: '/candidate/endpage',
  /** What a receipt proves; for anybody, and not of the specification. */
  receipt: '/candidate/receipt',
  /** A released report; not of the specification. */
  report: '/candidate/report',
} as const
