import { Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DriveEngine } from '#contract/views/drive.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'

const engineWords: Readonly<Record<DriveEngine['engine'], string>> = {
  wasm: 'the embedded engine',
  jail: 'the server’s own toolchain',
  piston: 'Piston',
}

const inOneLine = new Intl.ListFormat('en')

/** The engines that a drive keeps since its first test, and the way to take the one that the server has now. */
export function Engines({ driveId, engines }: { driveId: string; engines: readonly DriveEngine[] }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<DriveEngine | null>(null)
  const change = useMutation({
    mutationFn: ({ language, engine, offered }: DriveEngine) =>
      request('putEngine', {
        params: { id: driveId },
        body: { language, engine: offered ?? engine, was: engine },
      }),
    onSuccess: ({ message }) => toastDone(message ?? 'Engine updated successfully'),
    onError: (error) => toastError(error.message),
    onSettled: () => {
      setAsked(null)
      return client.invalidateQueries({ queryKey: ['getDriveDetails'] })
    },
  })
  if (engines.length === 0) return null
  const settled = engines.filter(({ engine, offered }) => engine === offered)
  const others = engines.filter(({ engine, offered }) => engine !== offered)
  return (
    <section aria-label="Engines">
      <Heading as="h3" textStyle="md" fontWeight="600" mb="2">
        Engines
      </Heading>
      {Object.entries(engineWords).map(([engine, words]) => {
        const names = settled.filter((row) => row.engine === engine).map(({ name }) => name)
        return (
          names.length > 0 && (
            <Text key={engine} maxW="40rem">
              {inOneLine.format(names)} {names.length === 1 ? 'is' : 'are'} run by {words}.
            </Text>
          )
        )
      })}
      {others.length > 0 && (
        <Stack as="ul" listStyleType="none" borderWidth="1px" borderRadius="l3" gap="0" maxW="40rem" mt="2">
          {others.map((row, n) => (
            <Flex
              as="li"
              key={row.language}
              px="3.5"
              py="2"
              minH="11"
              columnGap="3"
              rowGap="1"
              flexWrap="wrap"
              align="center"
              justify="space-between"
              borderTopWidth={n === 0 ? '0' : '1px'}
            >
              <Text textStyle="sm">
                <chakra.span fontWeight="600">{row.name}</chakra.span> is run by {engineWords[row.engine]}
                {row.offered === null && ', which is not there any more'}.
              </Text>
              {row.offered !== null && (
                <Button size="xs" variant="outline" onClick={() => setAsked(row)}>
                  Use {engineWords[row.offered]}
                </Button>
              )}
            </Flex>
          ))}
        </Stack>
      )}
      {asked?.offered && (
        <ConfirmDialog
          isOpen
          title={`Run ${asked.name} by ${engineWords[asked.offered]} from now on?`}
          action="Change"
          isBusy={change.isPending}
          onConfirm={() => change.mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          Programs of this drive were run by {engineWords[asked.engine]} since its first test. Another engine
          may have another version, other limits and another speed. Verdicts that are there stay; Rejudge
          tries them anew.
        </ConfirmDialog>
      )}
    </section>
  )
}
