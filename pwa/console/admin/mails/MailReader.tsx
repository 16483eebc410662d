import { Box, chakra, Heading, HStack, Skeleton, Stack, Tabs } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { trustedTypes } from '#pwa/http/trustedTypes.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { dateOr } from '../../kit/format/dates.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { MailBadge } from '../../kit/mail/MailBadge.tsx'
import { urls } from '../../urls.ts'

/**
 * A mail's HTML for its frame: links open in a page of their own, because the frame itself may go nowhere, and it is
 * light as most mailboxes are.
 */
export const framed = (html: string): string =>
  html
    .replace(/<head>/i, '<head><base target="_blank">')
    .replace('<meta name="color-scheme" content="light dark">', '<meta name="color-scheme" content="light">')

/** '812 B', '1.4 KB' */
export const formatSize = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} KB`

/** A policy for the frame below alone, which runs nothing whatever it holds. */
const policy = trustedTypes?.createPolicy('mail', { createHTML: framed })

/** A mail's HTML where it can do nothing: no scripts, no forms; a link opens as in a mail program, in a page of its own. */
function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // Set here, because React would make a plain text of it again.
    if (frame.current) frame.current.srcdoc = policy?.createHTML(html) ?? framed(html)
  }, [html])
  return (
    <chakra.iframe
      ref={frame}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      display="block"
      width="100%"
      height="480px"
      borderWidth="1px"
      borderRadius="l2"
      bg="white"
    />
  )
}

interface Props {
  id: number
  /** On a phone the list is another page. */
  isAlone?: boolean
}

/** One mail as its reader sees it: formatted in a frame that runs nothing, and as plain text. */
export function MailReader({ id, isAlone = false }: Props) {
  const query = useQuery({ ...queryOf('getMail', { params: { id } }), staleTime: 0 })
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (query.isError && !query.data)
    return (
      <Fault
        sentence="The email could not be loaded."
        why={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Waiting />
  const { mail } = query.data
  return (
    <chakra.article aria-label={mail.subject} px={{ base: '4', md: '6' }} py="5" display="grid" gap="4">
      {isAlone && (
        <HStack asChild gap="1.5" color="sea" fontWeight="500" width="fit-content">
          <Link to={urls.mails}>
            <ArrowLeft size={16} aria-hidden />
            All emails
          </Link>
        </HStack>
      )}
      <Heading as="h2" textStyle="xl" fontWeight="600" letterSpacing="-0.01em" overflowWrap="anywhere">
        {mail.subject}
      </Heading>
      <Facts
        facts={[
          ['To', mail.recipient],
          ['Queued', dateOr(mail.queued_at, '-')],
          [
            'State',
            <span key="state">
              <MailBadge mail={mail} /> {mail.sent_at && dateOr(mail.sent_at, '-')}
            </span>,
          ],
          ...(mail.reason ? [['Reason', mail.reason] as const] : []),
        ]}
      />
      <Tabs.Root key={mail.id} defaultValue={mail.html ? 'html' : 'text'} lazyMount size="sm">
        <Tabs.List>
          {mail.html && <Tabs.Trigger value="html">Formatted</Tabs.Trigger>}
          <Tabs.Trigger value="text">Plain text</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="html" pt="4">
          <MailFrame title={`The email ${mail.subject}`} html={mail.html} />
        </Tabs.Content>
        <Tabs.Content value="text" pt="4">
          <chakra.pre
            tabIndex={0}
            aria-label="Plain text"
            textStyle="code"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            bg="bg.subtle"
            borderWidth="1px"
            borderRadius="l2"
            p="4"
          >
            {mail.text}
          </chakra.pre>
        </Tabs.Content>
      </Tabs.Root>
      {mail.attachments.length > 0 && (
        <Box>
          <Heading as="h3" textStyle="sm" fontWeight="600" mb="1.5">
            Attachments
          </Heading>
          <chakra.ul listStyle="none" display="grid" gap="1" textStyle="sm">
            {mail.attachments.map((file) => (
              <HStack key={file.filename} as="li" gap="2">
                <Paperclip size={14} aria-hidden />
                {file.filename}
                <chakra.span color="fg.subtle">
                  {file.content_type}, {formatSize(file.size)}
                </chakra.span>
              </HStack>
            ))}
          </chakra.ul>
        </Box>
      )}
    </chakra.article>
  )
}

function Waiting() {
  const isShown = useAfter(200)
  return (
    <Stack gap="4" p="6" aria-busy visibility={isShown ? 'visible' : 'hidden'}>
      <Skeleton height="28px" width="60%" />
      <Skeleton height="60px" width="40%" />
      <Skeleton height="300px" />
    </Stack>
  )
}
