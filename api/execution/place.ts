/** A job's place in the queue. */
export interface QueuePosition {
  /** Jobs that will be taken before it. */
  before: number
  /** About how long it waits until it is taken. */
  seconds: number
}
