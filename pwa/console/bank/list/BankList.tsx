import { Box, Button } from '@chakra-ui/react'
import { Download, Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { timestamp, useFileDownload } from '#pwa/console/kit/download/useFileDownload.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import type { InfiniteList } from '../../kit/list/useInfiniteList.ts'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { BankToolbar } from './BankToolbar.tsx'
import type { BankListQuery } from './filters.tsx'
import { useBankAddress } from './useBankAddress.ts'

/** The differences between the two lists of the bank. */
export interface BankKind<Row> {
  kind: 'problem' | 'mcq'
  /** One of them, in words: 'problem'. */
  noun: string
  useRows: (query: BankListQuery) => InfiniteList<Row>
  csv: 'getProblemsCsv' | 'getQuestionsCsv'
  words: { import: string; add: string; none: string }
  /** The address at which a new one is written. */
  newAt: string
}

interface Props<Row> {
  of: BankKind<Row>
  /** How the rows stand; there are none yet while the first answer is awaited. */
  children: (rows: readonly Row[], isPending: boolean) => ReactNode
}

/** One list of the bank, newest first, 15 at a time, with its search, filter, import and export. */
export function BankList<Row>({ of, children }: Props<Row>) {
  const address = useBankAddress()
  const [isImporting, setImporting] = useState(false)
  const { query, rows, total } = of.useRows(address.query)
  return (
    <>
      <BankToolbar
        noun={of.noun}
        total={total}
        address={address}
        actions={
          <BankActions
            of={of}
            query={address.query}
            isEmpty={total === 0}
            onImport={() => setImporting(true)}
          />
        }
      />
      <Box px={{ base: '4', md: '6' }} py="4">
        {query.isError && rows.length === 0 && (
          <Fault
            sentence={`The ${of.noun}s could not be loaded.`}
            why={query.error?.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && rows.length === 0 && (
          <Box textAlign="center" pb="10">
            <Empty>{of.words.none}</Empty>
            {address.isNarrowed ? (
              <Button variant="outline" onClick={address.clear}>
                Show all {of.noun}s
              </Button>
            ) : (
              <Button variant="outline" asChild>
                <Link to={of.newAt}>Add the first {of.noun}</Link>
              </Button>
            )}
          </Box>
        )}
        {children(rows, query.isPending)}
        <ListEnd query={query} />
      </Box>
      <ImportDialog
        kind={of.kind}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onImported={address.clear}
      />
    </>
  )
}

interface BankActionsProps {
  of: {
    kind: string
    csv: 'getProblemsCsv' | 'getQuestionsCsv'
    newAt: string
    words: { import: string; add: string }
  }
  /** The conditions that narrow the list down: the file has the same rows and no more. */
  query: ReturnType<typeof useBankAddress>['query']
  isEmpty: boolean
  onImport: () => void
}

/** The actions on a list of the bank: import, export, add. */
function BankActions({ of, query, isEmpty, onImport }: BankActionsProps) {
  const download = useFileDownload()
  return (
    <>
      <Button variant="outline" onClick={onImport}>
        <Upload aria-hidden />
        {of.words.import}
      </Button>
      <SteadyButton
        variant="outline"
        loading={download.isPending}
        loadingText="Download"
        disabled={isEmpty}
        onClick={() =>
          download.mutate({
            call: of.csv,
            query,
            name: (ending) => `${of.kind}-list_${timestamp()}${ending}`,
          })
        }
      >
        <Download aria-hidden />
        Download
      </SteadyButton>
      <Button asChild>
        <Link to={of.newAt}>
          <Plus aria-hidden />
          {of.words.add}
        </Link>
      </Button>
    </>
  )
}
