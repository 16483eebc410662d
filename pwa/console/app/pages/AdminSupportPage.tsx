import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { TestMail } from '../../kit/mail/TestMail.tsx'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { SupportFacts } from './SupportFacts.tsx'

/** The support center in the console's frame, with what an admin can try alone first. */
export default function AdminSupportPage() {
  usePageTitle('Support')
  return (
    <>
      <PageHeader title={consoleTexts.welcomeToSupport} />
      <Stack px={{ base: '4', md: '6' }} py="6" gap="8" maxW="44rem">
        <SupportFacts />
        <Box borderTopWidth="1px" pt="6">
          <Heading as="h2" textStyle="lg" fontWeight="600" mb="1">
            Test email delivery
          </Heading>
          <Text color="fg.muted" mb="4">
            Invitations, links and reports are sent by email. Send a test email to yourself.
          </Text>
          <TestMail />
        </Box>
      </Stack>
    </>
  )
}
