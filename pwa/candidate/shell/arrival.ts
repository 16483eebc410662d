import { useEffect, useRef } from 'react'
import { matchPath, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { routes } from '../routes.ts'

const names: [path: string, name: string][] = [
  [routes.lostLink, 'Lost link'],
  [routes.welcome, 'Welcome'],
  [routes.practice, 'Practice'],
  [routes.details, 'Your details'],
  [routes.test, 'Test'],
  [routes.feedback, 'Feedback'],
  [routes.end, 'End of the test'],
  [routes.receipt, 'Receipt'],
  [routes.report, 'Report'],
]

/** The browser's name for a page: its screen, then the drive. */
export function titleOf(pathname: string, drive?: string): string {
  const screen = names.find(([path]) => matchPath(path, pathname))?.[1]
  return [screen, drive, 'Holdfast'].filter(Boolean).join(' · ')
}

export function useDocumentTitle(drive?: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = titleOf(pathname, drive)
  }, [pathname, drive])
}

/**
 * A person who was led to another screen begins with its heading, unless something there has taken the focus already.
 * @param isOpen whether nothing covers it; what covers it later gives the focus back by itself
 */
export function useHeadingFirst(isOpen = true): void {
  const isLed = useNavigationType() !== NavigationType.Pop
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || !isOpen) return
    hasBegun.current = true
    if (!isLed || document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isLed, isOpen])
}
