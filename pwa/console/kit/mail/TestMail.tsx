import { chakra, HStack, Stack } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { queryOf } from '../http/queryOf.ts'
import { request } from '../http/request.ts'
import { isUnderWay, MailBadge } from './MailBadge.tsx'

const ASK_AGAIN_MS = 1_500

/** Sends a mail to oneself and says where it stands, so that one sees whether mail goes out. */
export function TestMail() {
  const client = useQueryClient()
  const state = queryOf('getTestMail')
  const { data } = useQuery({
    ...state,
    refetchInterval: (query) => (isUnderWay(query.state.data?.mail) ? ASK_AGAIN_MS : false),
  })
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => request('postTestMail', { body: {} }),
    onSuccess: ({ data: sent }) => client.setQueryData(state.queryKey, sent),
    onError: (error) => toastError(error.message),
  })
  const mail = data?.mail
  return (
    <Stack gap="2" align="start">
      <SteadyButton
        variant="outline"
        loading={send.isPending}
        loadingText="Send a test email"
        onClick={() => send.mutate()}
      >
        <Send aria-hidden />
        Send a test email
      </SteadyButton>
      <chakra.div role="status" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {mail && (
          <HStack gap="2" flexWrap="wrap">
            <MailBadge mail={mail} />
            <span>to {mail.recipient}</span>
          </HStack>
        )}
        {mail?.reason && <chakra.p mt="1">{mail.reason}</chakra.p>}
      </chakra.div>
    </Stack>
  )
}
