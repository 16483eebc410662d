import './practice.css'
import '../exam/mcq/mcq.css'
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { readSession } from '#pwa/attempt/session/store.ts'
import { answerParts } from '../exam/mcq/Options.tsx'
import { invitedBy } from '../routes.ts'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { ConnectionState } from '../ui/ConnectionState.tsx'
import { isOnline, subscribeOnline } from '../ui/online.ts'
import { SaveLightSign } from '../ui/SaveLight.tsx'
import { send } from '../way/way.ts'
import { question } from './content.ts'
import { PracticeCode } from './PracticeCode.tsx'
import { PracticeSteps } from './PracticeSteps.tsx'
import { type PracticeWork, usePractice } from './usePractice.ts'

/**
 * A person who comes from far down the welcome screen begins at the beginning, and a screen reader with the heading. A
 * page that was loaded anew stays where it was.
 */
function useBeginning(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const isLed = useNavigationType() === NavigationType.Push
  useLayoutEffect(() => {
    if (!isLed) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [isLed])
  return heading
}

/** Two minutes to try the test's own parts, with the network off. Nothing of it is sent, and nothing counts. */
export default function PracticePage() {
  const work = usePractice()
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  // The welcome screen that led here; without one the page that says how to open an invitation.
  const token = invitedBy(useLocation().state) ?? readSession()?.invitationToken ?? null
  const heading = useBeginning()
  const goBack = (
    <Button size="large" onClick={() => send({ type: 'LEAVE_PRACTICE', token })}>
      Back to the welcome screen
    </Button>
  )
  return (
    <>
      <SiteHeader title="Practice" drive="">
        <ConnectionState
          connection={{ state: online ? 'online' : 'offline', since: null, nextTryAt: null }}
          now={Date.now}
        />
      </SiteHeader>
      <main className="practice page-column">
        <header className="practice-head">
          <div>
            <h1 ref={heading} tabIndex={-1}>
              Two minutes of practice
            </h1>
            <p>
              Try what the test is like without a network. Nothing here is sent, nothing counts, and your time
              does not run.
            </p>
          </div>
          {goBack}
        </header>
        <PracticeSteps work={work} />
        <PracticeCode work={work} />
        <PracticeChoice work={work} />
        <footer className="practice-foot">{goBack}</footer>
      </main>
    </>
  )
}

/** One question with options, as the test asks them. */
function PracticeChoice({ work }: { work: PracticeWork }) {
  return (
    <section className="practice-part card" aria-labelledby="practice-question">
      <header className="practice-question">
        <h2 id="practice-question">A question</h2>
        <SaveLightSign light={work.lights.choice ?? null} />
        <p>{question.description}</p>
      </header>
      <answerParts.single
        question={question}
        selected={work.practice.selected}
        readOnly={false}
        onChoose={(option) => work.select([option])}
      />
      <p className="mcq-hint">In the test, press Save to make an answer count.</p>
    </section>
  )
}
