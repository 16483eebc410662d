import { Box, chakra, Heading, HStack } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Mark } from '#pwa/ui/Mark.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { TextLink } from '../accounts/TextLink.tsx'
import { SupportFacts } from './SupportFacts.tsx'

/** The support center for everybody, also without an account. */
export default function SupportPage() {
  usePageTitle('Support')
  return (
    <chakra.main
      id="content"
      tabIndex={-1}
      outline="none"
      display="grid"
      placeItems="center"
      minH="100dvh"
      bg="bg.canvas"
      p="6"
    >
      <Box width="full" maxW="30rem" bg="bg" borderWidth="1px" borderRadius="l3" p="6" display="grid" gap="5">
        <HStack gap="2.5" fontWeight="600">
          <Mark />
          Holdfast
        </HStack>
        <Heading as="h1" textStyle="xl" fontWeight="600" letterSpacing="-0.01em">
          {consoleTexts.welcomeToSupport}
        </Heading>
        <SupportFacts />
        <Box textStyle="sm">
          <TextLink to={urls.login}>Back</TextLink>
        </Box>
      </Box>
    </chakra.main>
  )
}
