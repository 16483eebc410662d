/** A picture that never comes keeps nobody from printing. */
const LONGEST_WAIT_MS = 10_000

/**
 * Resolves once every authored text of the page is formatted; until then it stands there as it was typed. Nobody watches
 * any more once it is aborted.
 */
const drawn = (page: HTMLElement, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (page.querySelector('[data-drawing]')) return
      watch.disconnect()
      resolve()
    }
    const watch = new MutationObserver(look)
    watch.observe(page, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-drawing'],
    })
    signal.addEventListener('abort', () => watch.disconnect())
    look()
  })

/** Resolves once every picture of the page is there, or has failed. */
const loaded = (page: HTMLElement) =>
  Promise.all(
    Array.from(page.querySelectorAll('img'), (picture) => {
      picture.loading = 'eager'
      return picture.decode().catch(() => {})
    }),
  )

/** Resolves after the longest wait, or at once when nobody waits any more. */
const waited = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Prints the page once all that it loads by and by is there: what a printed page holds must not depend on how fast
 * somebody pressed the button.
 * @param left aborted when the page is left: by then another one stands there, which nobody asked to print
 */
export async function printWhole(page: HTMLElement, left: AbortSignal): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([left, over.signal])
  const whole = drawn(page, signal).then(() => Promise.all([loaded(page), document.fonts.ready]))
  await Promise.race([whole, waited(signal)])
  // Neither the watch nor the clock goes on after it.
  over.abort()
  if (!left.aborted) print()
}
