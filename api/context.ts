import type { Logger } from 'pino'
import type { Database } from '#db/open.ts'
import type { Outage } from '#machines/attempt/verdict.ts'
import type { ContentCache } from './attempts/content.ts'
import type { SealedPackages } from './attempts/sealed.ts'
import type { SyncLimits } from './auth/limits.ts'
import type { Config } from './config.ts'
import type { EventHub } from './events/hub.ts'
import type { Place } from './execution/place.ts'
import type { Executor } from './execution/port.ts'
import type { DatabaseHealth } from './health/database.ts'
import type { Keys } from './keys.ts'
import type { MailTransport } from './mail/transport/transport.ts'
import type { Pressure } from './pressure/pressure.ts'
import type { Storage } from './storage/storage.ts'

/** What services are given. Time, randomness, files and engines come in here; tests put their own at these ports. */
export interface Context {
  config: Config
  db: Database
  keys: Keys
  /** Server milliseconds since 1970. */
  now: () => number
  /** Random url-safe text of so many bytes. */
  random: (bytes: number) => string
  content: ContentCache
  sealed: SealedPackages
  storage: Storage
  /** The folder of the starter bank's pictures. */
  bankImages: string
  executor: Executor
  mailTransport: MailTransport
  hub: EventHub
  log: Logger
  /** Where people reach this installation; empty until it listens. Links are made with it. */
  base: string
  /** Raised by a restore; clients that see a new one send again what the database lost. */
  serverEpoch: number
  /** When this installation did not serve, as far back as a deadline can still matter; oldest first. It changes. */
  readonly outages: readonly Outage[]
  /** Whether the database takes writes, as far as this server could note that it serves. */
  database: DatabaseHealth
  /** What is put off while the event loop is late. */
  pressure: Pressure
  /** What one attempt may send; the product's own unless told. */
  syncLimits?: SyncLimits | undefined
  /** Wakes the judge after a commit that queued work. */
  wakeJudge: () => void
  /** Gives up a Run that is under way: whoever stopped it has written its end. */
  giveUpRun: (executionId: number) => void
  /** Where a job of the judge stands; null where that is not known. */
  placeInQueue: (kind: 'judge' | 'run', subjectId: number) => Promise<Place | null>
  /** About how long it takes the judge to get through so many jobs. */
  secondsInQueue: (jobs: number) => number
  /** Wakes the post after a commit that queued a mail. */
  wakeMail: () => void
}
