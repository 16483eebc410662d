import { Button } from '@chakra-ui/react'
import { Download, Plus, Upload } from 'lucide-react'
import { Link } from 'react-router-dom'
import { timestamp, useFileDownload } from '../../kit/download/useFileDownload.ts'
import type { useBankAddress } from './useBankAddress.ts'

interface Props {
  of: {
    kind: string
    csv: 'getProblemsCsv' | 'getQuestionsCsv'
    newAt: string
    words: { import: string; add: string }
  }
  /** What the list is narrowed down to: the file has that and no more. */
  query: ReturnType<typeof useBankAddress>['query']
  isEmpty: boolean
  onImport: () => void
}

/** What can be done with a list of the bank: import, export, add. */
export function BankActions({ of, query, isEmpty, onImport }: Props) {
  const download = useFileDownload()
  return (
    <>
      <Button variant="outline" onClick={onImport}>
        <Upload aria-hidden />
        {of.words.import}
      </Button>
      <Button
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
      </Button>
      <Button asChild>
        <Link to={of.newAt}>
          <Plus aria-hidden />
          {of.words.add}
        </Link>
      </Button>
    </>
  )
}
