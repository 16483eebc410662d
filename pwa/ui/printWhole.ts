/** A picture that never comes keeps nobody from printing. */
const LONGEST_WAIT_MS = 10_000

/** Resolves once every authored text of the page is formatted; until then it stands there as it was typed. */
const drawn = (page: HTMLElement): Promise<void> =>
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

/**
 * Prints the page once all that it loads by and by is there: what a printed page holds must not depend on how fast
 * somebody pressed the button.
 */
export async function printWhole(page: HTMLElement): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
  const whole = drawn(page).then(() => Promise.all([loaded(page), document.fonts.ready]))
  await Promise.race([whole, late])
  print()
}
