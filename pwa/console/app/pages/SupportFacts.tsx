import { chakra, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { Fault } from '#pwa/ui/Said.tsx'

/** Whom to ask, by telephone and by mail. Everybody may read it, signed in or not. */
export function SupportFacts() {
  const query = useQuery({
    queryKey: ['getSupport'],
    queryFn: async ({ signal }) => (await callInNobodysName('getSupport', { signal })).data,
  })
  if (query.isError)
    return (
      <Fault
        sentence="The support contact could not be loaded."
        why={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  const { phone, email } = query.data ?? {}
  return (
    <Stack gap="4">
      <Text textStyle="lg" fontWeight="600">
        {consoleTexts.needMoreCredits}
      </Text>
      {query.isPending ? (
        <Skeleton height="52px" maxW="20rem" />
      ) : (
        <chakra.dl
          display="grid"
          gridTemplateColumns="auto auto 1fr"
          alignItems="center"
          columnGap="3"
          rowGap="2"
        >
          <Phone size={16} aria-hidden />
          <chakra.dt color="fg.muted">Phone</chakra.dt>
          <dd>
            {phone ? (
              <chakra.a color="sea" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
                {phone}
              </chakra.a>
            ) : (
              texts.notAvailable
            )}
          </dd>
          <Mail size={16} aria-hidden />
          <chakra.dt color="fg.muted">Email</chakra.dt>
          <chakra.dd overflowWrap="anywhere">
            {email ? (
              <chakra.a color="sea" href={`mailto:${email}`}>
                {email}
              </chakra.a>
            ) : (
              texts.notAvailable
            )}
          </chakra.dd>
        </chakra.dl>
      )}
      {query.isSuccess && !phone && !email && (
        <Text color="fg.muted" maxW="32rem">
          No support contact is set. For credits, ask the super admin of this installation.
        </Text>
      )}
    </Stack>
  )
}
