/** How much of everything the large organization holds. */
export interface Sizes {
  drives: number
  candidates: number
  /** Attempts of the one large drive; the first candidates have them. */
  largeDrive: number
  /** Attempts of each other drive. */
  perDrive: number
  /** One attempt in so many has late work. */
  lateOneIn: number
  problems: number
  questions: number
  auditEntries: number
  organizations: number
}

/** The sizes the bars are about: 10⁵ candidates, 10⁶ answers, 10⁴ drives. */
export const LARGE: Sizes = {
  drives: 10_000,
  candidates: 100_000,
  largeDrive: 100_000,
  perDrive: 4,
  lateOneIn: 100,
  problems: 1_000,
  questions: 3_000,
  auditEntries: 50_000,
  organizations: 200,
}

/** The accounts of the data, for whoever opens it in a browser. */
export const ACCOUNTS = {
  admin: 'admin@large.example',
  superAdmin: 'super@large.example',
  password: 'four plain words here',
}
