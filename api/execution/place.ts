/** Where a job stands. */
export interface QueuePosition {
  /** Jobs that will be taken before it. */
  before: number
  /** About how long it waits until it is taken. */
  seconds: number
}
