import { Box, Button, Heading } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DriveEngine } from '#contract/views/drive.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'

const columns: readonly Column[] = [
  { name: 'Language', width: '28%' },
  { name: 'Run by' },
  { name: 'Change', width: '220px' },
]

const engineWords: Readonly<Record<DriveEngine['engine'], string>> = {
  wasm: 'the embedded engine',
  jail: 'the toolchain of the server',
  piston: 'Piston',
}

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
  return (
    <section aria-label="Engines">
      <Heading as="h3" textStyle="md" fontWeight="600" mb="2">
        Engines
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        <DataTable caption="Engines" columns={columns} minWidth="480px" density="card">
          {engines.map((row) => (
            <tr key={row.language}>
              <th scope="row">{row.name}</th>
              <td>{engineWords[row.engine]}</td>
              <td>
                {row.offered === null
                  ? 'Not on this server any more'
                  : row.offered !== row.engine && (
                      <Button size="xs" variant="outline" onClick={() => setAsked(row)}>
                        Use {engineWords[row.offered]}
                      </Button>
                    )}
              </td>
            </tr>
          ))}
        </DataTable>
      </Box>
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
