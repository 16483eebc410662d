import { Box, Button } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import type { InfiniteList } from '../../kit/list/useInfiniteList.ts'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { BankActions } from './BankActions.tsx'
import { BankToolbar } from './BankToolbar.tsx'
import type { BankListQuery } from './filter.ts'
import { useBankAddress } from './useBankAddress.ts'

/** What the two lists of the bank differ in. */
export interface BankKind<Row> {
  kind: 'problem' | 'mcq'
  /** One of them, in words: 'problem'. */
  noun: string
  useRows: (query: BankListQuery) => InfiniteList<Row>
  csv: 'getProblemsCsv' | 'getQuestionsCsv'
  words: { import: string; add: string; none: string }
  /** Where a new one is written. */
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
