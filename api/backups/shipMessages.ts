/** The words between a server and the thread that ships its log. */

export interface ShipOrder {
  dataDirectory: string
  backups: string
  recipients: readonly string[]
}

/** A picture by its key, or the end: the thread ships the rest first. */
export type ToShip = { picture: string } | 'end'

/** How it stands after each round. */
export interface Shipped {
  generation: string | null
  /** The start of the last round that went well, in milliseconds: all that was committed until then is shipped. */
  until: number | null
  fault: string | null
}
