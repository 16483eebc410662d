import { useEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { isPartMissing } from '#pwa/http/partMissing.ts'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { useIsReached } from '../../kit/cache/reach.ts'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { probe, useReachWatch } from './probe.ts'

/** In the place of a page that broke, or whose code has not come. Nothing is lost: what the console shows stands on the server. */
export function ErrorPage() {
  const fault = useRouteError()
  return isPartMissing(fault) ? <MissingPage fault={fault} /> : <BrokenPage />
}

/** The same where no frame stands round it. */
export function BareErrorPage() {
  useReachWatch(useIsReached())
  return (
    <main id="content" tabIndex={-1}>
      <ErrorPage />
    </main>
  )
}

function BrokenPage() {
  usePageTitle('This page has a problem')
  return (
    <Trouble title="This page has a problem" text="The page ran into an error. Nothing you saved is lost.">
      <ReloadButton />
    </Trouble>
  )
}

/**
 * Asks for the page's code again once the server is in reach. If it does not come even so, the server was updated and
 * has other code by now: then the console has to be loaded anew.
 * @param fault another one each time the code was asked for in vain
 */
function MissingPage({ fault }: { fault: unknown }) {
  usePageTitle('This page could not be loaded')
  const isReached = useIsReached()
  const { revalidate } = useRevalidator()
  const hasTried = useRef(false)
  const [isOld, setOld] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fault is one more that was asked for in vain
  useEffect(() => {
    if (!isReached) {
      hasTried.current = false
      setOld(false)
      return
    }
    let isHere = true
    void probe().then((isThere) => {
      if (!isHere || !isThere) return
      if (hasTried.current) return setOld(true)
      hasTried.current = true
      void revalidate()
    })
    return () => {
      isHere = false
    }
  }, [isReached, fault, revalidate])
  return (
    <Trouble
      title="This page could not be loaded"
      text={
        isReached
          ? isOld
            ? 'The server was updated since you opened the console. Nothing you saved is lost.'
            : 'Trying again.'
          : 'The server cannot be reached. The page will load once the server is back.'
      }
    >
      {isReached && isOld && <ReloadButton />}
    </Trouble>
  )
}

/** Only while the server is there: otherwise the browser would put its own page in the place of the console. */
function ReloadButton() {
  const [isAsking, setAsking] = useState(false)
  const isReached = useIsReached()
  const reload = async () => {
    setAsking(true)
    if (await probe()) location.reload()
    else setAsking(false)
  }
  return (
    <SteadyButton
      loading={isAsking}
      loadingText="Load the page again"
      disabled={!isReached}
      title={isReached ? undefined : 'The server cannot be reached.'}
      onClick={() => void reload()}
    >
      Load the page again
    </SteadyButton>
  )
}
