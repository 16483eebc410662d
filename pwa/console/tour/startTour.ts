import { elementOf, steps } from './steps.ts'

const isSeen = (element: Element): boolean => element.getClientRects().length > 0

const find = (selector: string): Element | undefined => [...document.querySelectorAll(selector)].find(isSeen)

/** Shows the console round, step by step; Escape leaves it. The guide is loaded when somebody wants it. */
export async function startTour(): Promise<void> {
  const [{ driver }] = await Promise.all([import('driver.js'), import('driver.js/dist/driver.css')])
  await import('./tour.css')
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  driver({
    animate: !isStill,
    smoothScroll: !isStill,
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    stagePadding: 4,
    stageRadius: 8,
    // By night the page is dark already: what is shown must stand out all the same.
    overlayOpacity: document.documentElement.dataset.theme === 'dark' ? 0.75 : 0.5,
    popoverClass: 'hf-tour',
    steps: steps.map(({ name, title, text }) => {
      const element = elementOf(name, find)
      return { ...(element && { element }), popover: { title, description: text } }
    }),
  }).drive()
}
