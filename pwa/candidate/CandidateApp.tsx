import './ui/toast.css'
import { Info, X } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import type { Screen } from '#machines/attempt/flow.ts'
import { endPage, feedbackPage } from './end/ahead.ts'
import { testPage } from './exam/ahead.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { PageWait } from './shell/PageWait.tsx'
import { IconButton } from './ui/Button.tsx'
import { Glyph } from './ui/Glyph.tsx'
import { lazyPart } from './ui/lazyPart.tsx'
import { dismissToast, readToasts, type Toast, watchToasts } from './ui/toasts.ts'
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

function ToneGlyph({ tone }: { tone: Toast['tone'] }) {
  return tone === 'info' ? (
    <Info size={16} strokeWidth={1.75} aria-hidden="true" />
  ) : (
    <Glyph name={tone} size={16} />
  )
}

function ToastRegion() {
  const toasts = useSyncExternalStore(watchToasts, readToasts)
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`toast is-${toast.tone}`}
          role={toast.tone === 'bad' ? 'alert' : undefined}
        >
          <ToneGlyph tone={toast.tone} />
          <p>{toast.text}</p>
          <IconButton
            label="Close message"
            size="small"
            icon={<X size={16} />}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </section>
  )
}
