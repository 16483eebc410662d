import { SkipNavLink } from '@chakra-ui/react'
import { Outlet, ScrollRestoration, useRouteError } from 'react-router-dom'
import { ReloadButton, Trouble } from '#pwa/ui/Trouble.tsx'

/** Round every page: the way past the navigation, and the scroll position of where one was. */
export function Root() {
  return (
    <>
      <SkipNavLink id="content" data-screen-only>
        Skip to content
      </SkipNavLink>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** A fault of the page itself, in words. Nothing is lost: what the console shows stands on the server. */
export function ErrorPage() {
  const fault = useRouteError()
  const isOldPage = fault instanceof TypeError && /import|module/i.test(fault.message)
  return (
    <main id="content" tabIndex={-1}>
      <Trouble
        title={isOldPage ? 'This page could not be loaded' : 'This page broke'}
        text={
          isOldPage
            ? 'Either the server cannot be reached or it was updated since you opened the console.'
            : 'A fault in the page itself. Nothing you saved is lost.'
        }
      >
        <ReloadButton />
      </Trouble>
    </main>
  )
}
