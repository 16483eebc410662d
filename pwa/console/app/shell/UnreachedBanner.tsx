import { HStack } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { noteReached } from '../../kit/cache/reach.ts'
import { request } from '../../kit/http/request.ts'

const PROBE_EVERY_MS = 5_000

/** Asks for something small that everybody may have: the call itself notes whether it was reached. */
const probe = (): Promise<unknown> => request('getSupport', { timeoutMs: PROBE_EVERY_MS }).catch(() => {})

/** Listens for what the browser knows, and asks again and again while the server is out of reach. */
export function useReachWatch(isReached: boolean): void {
  useEffect(() => {
    const onOffline = () => noteReached(false)
    const onOnline = () => void probe()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [])
  useEffect(() => {
    if (isReached) return
    const timer = setInterval(() => void probe(), PROBE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isReached])
}

/** Says that the server is out of reach, from the first call that found out until it answers again. */
export const UnreachedBanner = () => (
  <HStack
    role="status"
    position="sticky"
    top="0"
    zIndex="docked"
    minH="var(--banner)"
    bg="bg.warning"
    color="fg.warning"
    borderBottomWidth="1px"
    px={{ base: '4', md: '6' }}
    py="1.5"
    gap="2.5"
    textStyle="sm"
    fontWeight="500"
    data-screen-only
  >
    <CloudOff size={16} aria-hidden style={{ flexShrink: 0 }} />
    The server cannot be reached. What you type is kept on this device.
  </HStack>
)
