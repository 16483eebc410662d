import { useEffect } from 'react'
import { updateSessionUser, useSession } from '#pwa/console/kit/session/sessionStore.ts'
import { elementOf, steps } from './steps.ts'

const isSeen = (element: Element): boolean => element.getClientRects().length > 0

const find = (selector: string): Element | undefined => [...document.querySelectorAll(selector)].find(isSeen)

/** To what opened it; where that is gone, or nobody asked, to the page's heading. */
function giveFocusBack(opener: Element | null): void {
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body
  if (isNowhere() && opener instanceof HTMLElement) opener.focus()
  if (!isNowhere()) return
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

interface Options {
  /** Nobody asked for it: it stands in nobody's way, and whatever is done beside it ends it. */
  isUnasked?: boolean
}

/** Shows the console round, step by step; Escape leaves it. The guide is loaded when it is wanted. */
export async function startTour({ isUnasked = false }: Options = {}): Promise<void> {
  const opener = document.activeElement
  const { driver } = await import('./guide.ts')
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const beside = new AbortController()
  let isEndedBeside = false
  const tour = driver({
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
    onDestroyed: () => {
      beside.abort()
      // The guide itself gives the focus to a button of its own, which is gone.
      if (!isEndedBeside) requestAnimationFrame(() => giveFocusBack(opener))
    },
    steps: steps.map(({ name, title, text }) => {
      const element = elementOf(name, find)
      return { ...(element && { element }), popover: { title, description: text } }
    }),
  })
  tour.drive()
  if (!isUnasked) return
  document.body.classList.add('hf-tour-unasked')
  beside.signal.addEventListener('abort', () => document.body.classList.remove('hf-tour-unasked'))
  const end = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('.driver-popover')) return
    isEndedBeside = true
    tour.destroy()
  }
  document.addEventListener('pointerdown', end, { capture: true, signal: beside.signal })
}

/** The tour begins by itself after the first login of an account, once. */
export function useFirstTour(): void {
  const user = useSession()?.user
  const id = user?.role === 'Admin' && user.is_first_time_login ? user.id : null
  useEffect(() => {
    if (id === null) return
    updateSessionUser({ id, is_first_time_login: false })
    void startTour({ isUnasked: true })
  }, [id])
}
