import { Box, Button, HStack, IconButton } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { InstituteView } from '#contract/views/drive.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { queryOf } from '../../kit/http/queryOf.ts'
import { PageFooter, pageOf } from '../../kit/list/PageFooter.tsx'
import { useLastPage, useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { DeleteInstitute } from './DeleteInstitute.tsx'
import { InstituteForm } from './InstituteForm.tsx'

const columns: readonly Column[] = [
  { name: '#', width: '64px', isNumber: true },
  { name: 'Name' },
  { name: 'Actions', width: '120px' },
]

/** The dialog open over the list: adding, or one institute's edit or deletion. */
type Open = { what: 'add' } | { what: 'edit' | 'delete'; institute: InstituteView } | null

export default function InstitutesPage() {
  usePageTitle('Institutes')
  const query = useQuery(queryOf('getInstitutes'))
  const [open, setOpen] = useState<Open>(null)
  const institutes = query.data?.institutes
  const address = useListAddress()
  const { shown, from, pages } = pageOf(institutes ?? [], address.page)
  useLastPage(address, institutes && pages)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={query.data ? `Institutes (${query.data.total})` : 'Institutes'}
        actions={
          <Button onClick={() => setOpen({ what: 'add' })}>
            <Plus aria-hidden />
            {consoleTexts.addInstitute}
          </Button>
        }
      />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="56rem">
        {query.isError && !institutes ? (
          <Fault
            sentence="The institutes could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <DataTable caption="Institutes" columns={columns} density="roomy" isBusy={query.isFetching}>
            {institutes ? (
              shown.map((institute, index) => (
                <tr key={institute.id}>
                  <td data-number>{from + index + 1}</td>
                  <th scope="row" title={institute.name}>
                    {institute.name}
                  </th>
                  <td>
                    <HStack gap="1">
                      <IconButton
                        variant="ghost"
                        size="sm"
                        aria-label={`Edit ${institute.name}`}
                        onClick={() => setOpen({ what: 'edit', institute })}
                      >
                        <Pencil aria-hidden />
                      </IconButton>
                      <IconButton
                        variant="ghost"
                        size="sm"
                        aria-label={`Delete ${institute.name}`}
                        onClick={() => setOpen({ what: 'delete', institute })}
                      >
                        <Trash2 aria-hidden />
                      </IconButton>
                    </HStack>
                  </td>
                </tr>
              ))
            ) : (
              <SkeletonRows columns={columns} rows={4} />
            )}
          </DataTable>
        )}
        <PageFooter page={Math.min(address.page, pages)} pages={pages} onPage={address.setPage} />
        {institutes?.length === 0 && (
          <Empty>No institutes yet. Every drive is held at one, so add it first.</Empty>
        )}
      </Box>
      {open?.what === 'add' && <InstituteForm institute={null} onClose={close} />}
      {open?.what === 'edit' && <InstituteForm institute={open.institute} onClose={close} />}
      {open?.what === 'delete' && <DeleteInstitute institute={open.institute} onClose={close} />}
    </>
  )
}
