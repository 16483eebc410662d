import { Button, chakra, HStack, Input, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { dateOr } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'

/** One's own Param key: made here, told once, ended here. */
export function ParamKey() {
  const client = useQueryClient()
  const { data, isError, error } = useQuery(queryOf('getParamKey'))
  const [key, setKey] = useState<string>()
  const [asks, setAsks] = useState<'replace' | 'revoke' | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: ['getParamKey'] })
  const options = {
    networkMode: 'always',
    onError: (error: Error) => toastError(error.message),
    onSettled: () => setAsks(null),
  } as const
  const make = useMutation({
    ...options,
    mutationFn: () => request('postParamKey', { body: {} }),
    onSuccess: ({ data: made }) => {
      setKey(made.auth_token)
      return refresh()
    },
  })
  const end = useMutation({
    ...options,
    mutationFn: () => request('deleteParamKey'),
    onSuccess: ({ message }) => {
      setKey(undefined)
      toastDone(message ?? 'The Param key was revoked.')
      return refresh()
    },
  })
  if (isError) return <Text color="fg.muted">{error.message}</Text>
  if (!data) return <Skeleton height="28px" width="160px" />
  return (
    <Stack gap="2" alignItems="start">
      {key !== undefined && <FreshKey value={key} />}
      {data.has_key && (
        <Text color="fg.muted">
          Created {dateOr(data.created_at, '-')}.{' '}
          {data.used_at ? `Last used ${dateOr(data.used_at, '-')}.` : 'Not used yet.'}
        </Text>
      )}
      <HStack gap="2" flexWrap="wrap">
        <SteadyButton
          variant="outline"
          size="sm"
          loading={make.isPending}
          onClick={() => (data.has_key ? setAsks('replace') : make.mutate())}
        >
          <KeyRound aria-hidden />
          {data.has_key ? 'Replace key' : 'Create key'}
        </SteadyButton>
        {data.has_key && (
          <Button variant="outline" size="sm" onClick={() => setAsks('revoke')}>
            Revoke
          </Button>
        )}
      </HStack>
      <ConfirmDialog
        isOpen={asks === 'replace'}
        title="Replace your Param key? The current one will stop working immediately, wherever it is used."
        action="Replace key"
        isBusy={make.isPending}
        onConfirm={() => make.mutate()}
        onCancel={() => setAsks(null)}
      />
      <ConfirmDialog
        isOpen={asks === 'revoke'}
        title="Revoke your Param key? It will stop working immediately, wherever it is used."
        action="Revoke"
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => setAsks(null)}
      />
    </Stack>
  )
}

/** The key as the server told it this once. */
function FreshKey({ value }: { value: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toastDone('Param key copied.')
    } catch {
      // Over plain http there is no clipboard: it is selected in its field, to be copied by hand.
      toastError('This browser does not allow copying. Select the key and copy it yourself.')
    }
  }
  return (
    <chakra.div role="status" width="full">
      <HStack gap="2" flexWrap="wrap">
        <Input
          readOnly
          aria-label="Param key"
          value={value}
          fontFamily="mono"
          textStyle="xs"
          // All of it in sight, the button below.
          flex="1 1 100%"
          px="2"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="outline" onClick={copy}>
          <Copy aria-hidden />
          Copy
        </Button>
      </HStack>
      <Text mt="1" textStyle="xs" color="fg.warning">
        Copy it now: it will not be shown again.
      </Text>
    </chakra.div>
  )
}
