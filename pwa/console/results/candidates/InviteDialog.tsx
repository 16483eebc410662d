import { Box, Button, chakra, Dialog, HStack, Text, Link as TextLink } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { formatCredits, formatLack } from '#pwa/console/kit/credits/Credits.tsx'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { useDiscard } from '#pwa/ui/FormDialog.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { isDoneInPart } from '#pwa/ui/toaster.ts'
import type { Subject } from '../../drives/subject/useSubject.ts'
import { saveFile } from '../../kit/download/useFileDownload.ts'
import { useKeptState } from '../../kit/drafts/useKeptState.ts'
import { urls } from '../../urls.ts'
import { CsvInvite } from './CsvInvite.tsx'
import { EmailInvite } from './EmailInvite.tsx'
import { LinksButton } from './LinksButton.tsx'
import { useInvite } from './useInvite.ts'

interface Props {
  subject: Subject
  credits: number
  areMailsSent: boolean
  onClose: () => void
}

/** Id of the words that say so. */
const NO_CREDITS = 'no-credits'

/** Inviting by address or by file; what cannot be invited is told, and the rest goes out. */
export function InviteDialog({ subject, credits: told, areMailsSent, onClose }: Props) {
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
  // A chosen file is as much in it as what was typed.
  const [hasFile, setHasFile] = useState(false)
  const leaving = useDiscard(typed.value.trim() !== '' || hasFile, () => {
    typed.forget()
    close()
  })
  return (
    <DialogShell size="lg" isHeld onClose={leaving.close} over={leaving.question}>
      <Dialog.Header gap="3" alignItems="center">
        <Dialog.Title textStyle="lg">{consoleTexts.addCandidates}</Dialog.Title>
        <HStack gap="1.5" textStyle="sm" color={credits === 0 ? 'fg.error' : 'fg.muted'}>
          <Star size={14} aria-hidden />
          {formatCredits(credits)}
        </HStack>
      </Dialog.Header>
      <Dialog.Body display="grid" gap="6" pt="0" pb="6">
        {credits === 0 && (
          <Text role="alert" id={NO_CREDITS}>
            {consoleTexts.noCreditsToInvite} A super admin can add more.{' '}
            <TextLink asChild color="sea">
              <Link to={urls.support}>{consoleTexts.needCredits}</Link>
            </TextLink>
          </Text>
        )}
        {!areMailsSent && (
          <Text textStyle="sm" color="fg.warning">
            This server does not send email. Invite the candidates, then download their links and pass them on
            yourself.
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
            <CsvInvite invite={invite} onChosen={setHasFile} />
          </>
        )}
        <ServerSays>{invite.refusal}</ServerSays>
        {invite.lack && (
          <Text>
            {formatLack(invite.lack)} A super admin can add more.{' '}
            <TextLink asChild color="sea">
              <Link to={urls.support}>{consoleTexts.needCredits}</Link>
            </TextLink>
          </Text>
        )}
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
          <HStack gap="3" flexWrap="wrap" justifyContent="space-between">
            <chakra.p
              role="status"
              flex="1"
              minW="16rem"
              color={isDoneInPart(invite.done) ? 'fg.warning' : 'fg.success'}
            >
              {invite.done}
            </chakra.p>
            {isDoneInPart(invite.done) && <LinksButton subject={subject} />}
          </HStack>
        )}
      </Dialog.Body>
    </DialogShell>
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
