import type { Logger } from 'pino'
import type { Database } from '#db/open.ts'
import type { Downtime } from '#machines/attempt/verdict.ts'
import type { ContentCache } from './attempts/content.ts'
import type { SealedPackages } from './attempts/sealed.ts'
import type { SyncLimits } from './auth/limits.ts'
import type { BackupSchedule } from './backups/schedule.ts'
import type { Config } from './config.ts'
import type { EventHub } from './events/hub.ts'
import type { Executor, Judge } from './execution/port.ts'
import type { DatabaseHealth } from './health/database.ts'
import type { Keys } from './kit/keys.ts'
import type { RequestIds } from './kit/requestIds.ts'
import type { MailTransport } from './mail/transport/transport.ts'
import type { Meters } from './metrics/meters.ts'
import type { Pressure } from './pressure/pressure.ts'
import type { Storage } from './storage/storage.ts'

/** The post as the rest of the server uses it. */
interface Mail {
  /** Has it look for mails that are due; a commit that queued one does. */
  wake(): void
}

/**
 * The parts that services are given: each is built before its users, and stays. Time, randomness, files and engines
 * come in here; tests put their own at these ports.
 */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly keys: Keys
  /** Server milliseconds since 1970. */
  readonly now: () => number
  /** Random url-safe text of so many bytes. */
  readonly random: (bytes: number) => string
  readonly content: ContentCache
  readonly sealed: SealedPackages
  readonly storage: Storage
  /** The folder of the starter bank's pictures. */
  readonly bankImages: string
  readonly executor: Executor
  readonly mailTransport: MailTransport
  readonly hub: EventHub
  readonly log: Logger
  /** Is told what there is to be measured. */
  readonly meters: Meters
  /** Gives each request its id. */
  readonly requestIds: RequestIds
  /** The address where people reach this installation; empty until it listens. Links are made with it. */
  readonly base: string
  /** Raised by a restore; clients that see a new one send again what the database lost. */
  readonly serverEpoch: number
  /** When this installation did not serve, as far back as a deadline can still matter; oldest first. It changes. */
  readonly downtime: readonly Downtime[]
  /** Whether the database takes writes, as far as this server could note that it serves. */
  readonly database: DatabaseHealth
  /** Backups that it makes by itself. */
  readonly backups: BackupSchedule
  /** The work that is put off while the event loop is late. */
  readonly pressure: Pressure
  /** The most that one attempt may send; the product's own limits unless told. */
  readonly syncLimits?: SyncLimits | undefined
  readonly judge: Judge
  readonly mail: Mail
}
