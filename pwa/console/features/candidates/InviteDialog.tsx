import {
  Box,
  Button,
  CloseButton,
  chakra,
  Dialog,
  HStack,
  Portal,
  Text,
  Link as TextLink,
} from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { isDoneInPart } from '#pwa/ui/toaster.ts'
import { useDiscard } from '#pwa/ui/useDiscard.tsx'
import { creditsInWords } from '../../credits/words.ts'
import { saveFile } from '../../download/saveFile.ts'
import { useKeptState } from '../../local/useKeptState.ts'
import type { Subject } from '../../subject/useSubject.ts'
import { urls } from '../../urls.ts'
import { CsvInvite } from './CsvInvite.tsx'
import { EmailInvite } from './EmailInvite.tsx'
import { useInvite } from './useInvite.ts'

interface Props {
  subject: Subject
  credits: number
  onClose: () => void
}

/** Id of the words that say so. */
const NO_CREDITS = 'no-credits'

/** Inviting by address or by file; what cannot be invited is told, and the rest goes out. */
export function InviteDialog({ subject, credits: told, onClose }: Props) {
  const client = useQueryClient()
  const invite = useInvite(subject, told)
  const close = () => {
    void client.invalidateQueries({ queryKey: ['getRemainingCredits'] })
    onClose()
  }
  const { credits, invalidFile } = invite
  const typed = useKeptState(`invite:${subject.urls.invite}`, '')
  // Once it is there it stays, also after the last credit is spent: with what is to be put right.
  const [isFieldShown, setFieldShown] = useState(credits > 0)
  if (!isFieldShown && (credits > 0 || typed.value !== '')) setFieldShown(true)
  const leaving = useDiscard(typed.value.trim() !== '', () => {
    typed.forget()
    close()
  })
  return (
    <Dialog.Root
      size="lg"
      placement="center"
      scrollBehavior="inside"
      open
      onOpenChange={(to) => !to.open && leaving.close()}
      closeOnInteractOutside={false}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header gap="3" alignItems="center">
              <Dialog.Title textStyle="lg">{consoleTexts.addCandidates}</Dialog.Title>
              <HStack gap="1.5" textStyle="sm" color={credits === 0 ? 'fg.error' : 'fg.muted'}>
                <Star size={14} aria-hidden />
                {creditsInWords(credits)}
              </HStack>
            </Dialog.Header>
            <Dialog.Body display="grid" gap="6" pt="0" pb="6">
              {credits === 0 && (
                <Text role="alert" id={NO_CREDITS}>
                  {consoleTexts.noCreditsToInvite} Whoever runs this installation gives more.{' '}
                  <TextLink asChild color="sea">
                    <Link to={urls.support}>{consoleTexts.needCredits}</Link>
                  </TextLink>
                </Text>
              )}
              {isFieldShown && (
                <EmailInvite
                  invite={invite}
                  text={typed.value}
                  onText={typed.set}
                  cannotSend={credits === 0 ? NO_CREDITS : undefined}
                />
              )}
              {credits > 0 && (
                <>
                  <Divider />
                  <CsvInvite invite={invite} />
                </>
              )}
              <ServerSays>{invite.refusal}</ServerSays>
              {invalidFile && (
                <HStack role="status" gap="3" flexWrap="wrap">
                  <Text>{consoleTexts.downloadInvalidEmails}</Text>
                  <Button variant="outline" onClick={() => saveFile('invalid-emails.csv', invalidFile)}>
                    <Download aria-hidden />
                    invalid-emails.csv
                  </Button>
                </HStack>
              )}
              {invite.done && (
                <chakra.p role="status" color={isDoneInPart(invite.done) ? 'fg.warning' : 'fg.success'}>
                  {invite.done}
                </chakra.p>
              )}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
          {leaving.question}
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Divider() {
  return (
    <HStack gap="3" color="fg.subtle" textStyle="xs" aria-hidden>
      <Box flex="1" borderTopWidth="1px" />
      or
      <Box flex="1" borderTopWidth="1px" />
    </HStack>
  )
}
