import { SkipNavLink } from '@chakra-ui/react'
import { Outlet, ScrollRestoration } from 'react-router-dom'

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
