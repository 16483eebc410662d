import { HStack } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
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
