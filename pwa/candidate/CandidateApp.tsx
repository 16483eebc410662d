import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import type { Screen } from '#machines/attempt/flow.ts'
import { endPage, feedbackPage } from './end/ahead.ts'
import { testPage } from './exam/ahead.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { PageWait } from './shell/PageWait.tsx'
import { lazyPart } from './ui/lazyPart.tsx'
import { ToastRegion } from './ui/ToastRegion.tsx'
import { useScreen } from './way/way.ts'
import { WelcomePage } from './welcome/WelcomePage.tsx'

const pages: Record<Screen, ComponentType> = {
  home: lazy(() => import('./shell/Placeholder.tsx')),
  lostLink: lazy(() => import('./lostLink/LostLinkPage.tsx')),
  welcome: WelcomePage,
  practice: lazy(() => import('./practice/PracticePage.tsx')),
  details: lazy(() => import('./details/DetailsPage.tsx')),
  test: lazyPart(testPage),
  feedback: lazyPart(feedbackPage),
  end: lazyPart(endPage),
  receipt: lazy(() => import('./receipt/ReceiptPage.tsx')),
  report: lazy(() => import('./report/ReportPage.tsx')),
}

/** A page begins at its top, however far down the one before was read. */
function FromTheTop() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has an address of its own
  useLayoutEffect(() => {
    // Its answer is none of the effect's: newer browsers give a promise.
    scrollTo(0, 0)
  }, [pathname])
  return null
}

function ScreenOfTheWay() {
  const screen = useScreen()
  if (screen === null) return <PageWait />
  const Page = pages[screen]
  return <Page />
}

export function CandidateApp() {
  return (
    <BrowserRouter>
      <FromTheTop />
      <ErrorBoundary>
        <Suspense fallback={<PageWait />}>
          <ScreenOfTheWay />
        </Suspense>
      </ErrorBoundary>
      <ToastRegion />
    </BrowserRouter>
  )
}
