/** Names of the browser's locks, each spelled only here. */

/** The tab that holds it writes and sends an attempt's log. */
export const writerLock = (attemptId: string): string => `sync:${attemptId}`

/** Held beside it by whoever only sends what a closed page left: a page that shows the test goes before. */
export const carrierLock = (writer: string): string => `carries ${writer}`
