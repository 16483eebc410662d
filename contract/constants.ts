/** The specification's business constants and the limits of the protocol, once each. Durations are in the unit of their name. */

/** The specification's constants of the candidate side. */
export const DEFAULT_SUBMISSION_COUNT = 3
export const SUBMISSION_POLL_MS = 5_000
export const FULL_SCREEN_ATTEMPTS = 5
export const SNAPSHOT_FIRST_MS = 3_000
export const SNAPSHOT_EVERY_MS = 600_000
export const SNAPSHOT_PIXELS = 500
export const SNAPSHOT_MAX_BYTES = 300_000
/** The most of one test: a whole day takes 144; more comes from a program, not from the page. */
export const MAX_SNAPSHOTS = 500
export const CAMERA_PREVIEW = { width: 177, height: 70 } as const
export const TIMER_WARNING_SECONDS = 120
export const TIMER_RED_SECONDS = 600
export const SAVE_MESSAGE_MS = 5_000

/** The specification's constants of the console. */
export const PAGE_SIZE = 15
/** Names in a question are cut here, with a Read more. */
export const LONGEST_NAME = 135
/** How long the words of a changed address stand before the logout. */
export const EMAIL_CHANGE_LOGOUT_MS = 5_000

/** The attempt log's protocol. */
export const PROTO = 1
export const OP_MAX_BYTES = 160_000
export const SOURCE_MAX_BYTES = 48 * 1024
export const BATCH_MAX_OPS = 100
export const BATCH_MAX_BYTES = 512_000
export const JSON_MAX_BYTES = 256_000
export const JSON_MAX_DEPTH = 20
/** Values of one body, in all of its lists and objects: four times what the call with the most of them takes. */
export const JSON_MAX_VALUES = 20_000
export const JSON_MAX_NAME = 1_000
export const STDIN_MAX_BYTES = 16 * 1024
/** The most that is kept beside the log of one attempt, from leases that lost their right. */
export const QUARANTINE_MAX_OPS = 5_000
export const QUARANTINE_MAX_BYTES = 32_000_000
/**
 * The bounds of one attempt's log: far more than a person writes in a day. An op over them is kept by its hash alone.
 */
export const LOG_MAX_OPS = 50_000
export const LOG_MAX_BYTES = 64_000_000
/** Here the log takes nothing more at all. */
export const LOG_MOST_OPS = 2 * LOG_MAX_OPS
/** How far above the head a sync may announce its tail. */
export const TAIL_MAX_OPS = 10_000
export const UPLOAD_WINDOW_MS = 24 * 3_600_000
export const GRACE_MS = 30_000
export const SILENCE_MS = 60_000
export const MAX_OFFLINE_MINUTES = 30
export const HEARTBEAT_MS = 30_000
export const BUSY_HEARTBEAT_MS = 10_000
export const START_JITTER_MS = 3_000

/** How much one attempt may ask of the judge. */
export const RUNS_PER_MINUTE = 6
export const JUDGED_PER_MINUTE = 2
export const JUDGE_QUEUE_LIMIT = 2_000

/** The specification's rating icons, 5 sad … 1 happy, and what each means in words. */
export const RATINGS = [
  { value: 5, name: 'sad', label: 'Very bad' },
  { value: 4, name: 'sceptic', label: 'Bad' },
  { value: 3, name: 'smile', label: 'OK' },
  { value: 2, name: 'happiness', label: 'Good' },
  { value: 1, name: 'happy', label: 'Very good' },
] as const

/** The bank: what its files and forms may hold (the specification's limits stand in contract/forms). */
export const TEST_INPUT_MAX_BYTES = 1_048_576
/** The inputs and outputs of one problem together. */
export const PROBLEM_MAX_BYTES = 4_000_000
/**
 * One problem as a call writes it: JSON makes two signs of each line end and quotation mark, so that tests of short lines
 * nearly double. Beside the tests stand a program, a statement and the names of fields.
 */
export const PROBLEM_BODY_MAX_BYTES = 2 * PROBLEM_MAX_BYTES + JSON_MAX_BYTES
export const MAX_TESTS = 500
/** A problem's statement as somebody types it (the specification's), and one of a package or a file, in UTF-8. */
export const STATEMENT_MAX_CHARACTERS = 1_000
export const STATEMENT_MAX_BYTES = 64 * 1_024
export const IMAGE_MAX_BYTES = 2_000_000
export const IMAGE_MAX_PIXELS = 25_000_000
/** Candidates whose invitations one call sends again. */
export const RESEND_MOST = 5_000
export const CSV_MAX_BYTES = 5_000_000
export const CSV_MAX_ROWS = 5_000
/** All that a problem's row has, and room for columns of other systems. */
export const CSV_MAX_COLUMNS = 60
/** A problem package, packed; what is taken out of it is limited where it is unpacked. */
export const PACKAGE_MAX_BYTES = 200_000_000
/** How long the link of an assessment opens it. */
export const ASSESSMENT_LINK_DAYS = 7

/** Characters of a test's output that are kept to be shown; the comparison sees all of it. */
export const KEPT_OUTPUT = 4_000

/** Pieces of late work at once: each may be a program of 48 KB, beside the one that counts. */
export const LATE_ITEMS_A_PAGE = 15
