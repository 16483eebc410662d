import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { readSession, restoreSession } from '#pwa/attempt/session/store.ts'
import { endPage, feedbackPage } from './end/ahead.ts'
import { routes } from './routes.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { PageWait } from './shell/PageWait.tsx'
import { testPage } from './test/ahead.ts'
import { lazyPart } from './ui/lazyPart.tsx'
import { ToastRegion } from './ui/ToastRegion.tsx'
import { WelcomePage } from './welcome/WelcomePage.tsx'

const Placeholder = lazy(() => import('./shell/Placeholder.tsx'))
const PracticePage = lazy(() => import('./practice/PracticePage.tsx'))
const DetailsPage = lazy(() => import('./details/DetailsPage.tsx'))
const TestPage = lazyPart(testPage)
const FeedbackPage = lazyPart(feedbackPage)
const EndPage = lazyPart(endPage)
const ReportPage = lazy(() => import('./report/ReportPage.tsx'))
const ReceiptPage = lazy(() => import('./receipt/ReceiptPage.tsx'))
const LostLinkPage = lazy(() => import('./lostLink/LostLinkPage.tsx'))

/** Without an auth token nobody is in a test. Where local storage has none, the device's database is asked. */
function Guarded({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'in' | 'asking' | 'out'>(() => (readSession() ? 'in' : 'asking'))
  useEffect(() => {
    if (state !== 'asking') return
    restoreSession().then(
      (session) => setState(session ? 'in' : 'out'),
      () => setState('out'),
    )
  }, [state])
  if (state === 'asking') return <PageWait />
  return state === 'in' ? children : <Navigate to={routes.end} replace />
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

export function App() {
  return (
    <BrowserRouter>
      <FromTheTop />
      <ErrorBoundary>
        <Suspense fallback={<PageWait />}>
          <Routes>
            <Route path={routes.home} element={<Placeholder />} />
            <Route path={routes.lostLink} element={<LostLinkPage />} />
            <Route path={routes.overview} element={<WelcomePage />} />
            <Route path={routes.practice} element={<PracticePage />} />
            <Route path={routes.details} element={<DetailsPage />} />
            <Route
              path={routes.test}
              element={
                <Guarded>
                  <TestPage />
                </Guarded>
              }
            />
            <Route
              path={routes.feedback}
              element={
                <Guarded>
                  <FeedbackPage />
                </Guarded>
              }
            />
            <Route path={routes.end} element={<EndPage />} />
            <Route path={routes.report} element={<ReportPage />} />
            <Route path={routes.receipt} element={<ReceiptPage />} />
            {[routes.details, routes.test, routes.feedback].map((path) => (
              <Route key={path} path={`${path}/*`} element={<Navigate to={path} replace />} />
            ))}
            <Route path="*" element={<Navigate to={routes.end} replace />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <ToastRegion />
    </BrowserRouter>
  )
}
