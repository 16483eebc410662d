import { Button, Menu, Portal } from '@chakra-ui/react'
import { ChevronDown, Download, Send } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ResultSort } from '#contract/forms/results.ts'
import { texts } from '#contract/texts.ts'
import type { ResultPage } from '#contract/views/admin.ts'
import { ActionMenu } from '#pwa/ui/ActionMenu.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { downloadText, useFileDownload } from '../../kit/download/useFileDownload.ts'
import { type ColumnName, resultFileColumns } from './columns.ts'

/** The files of the results, and their report by mail. */
interface Props {
  driveId: string
  data: ResultPage | undefined
  /** Those that are shown: what is hidden is not in the file either. */
  columns: readonly ColumnName[]
  /** Whom the list shows, and in which order: the file has them and nobody else. */
  filter: { search: string; shortlisted: boolean; sort: ResultSort }
  /** Sends a drive's report to the contacts; undefined for an assessment. */
  onSend?: (() => void) | undefined
}

export function ResultsActions({ driveId, data, columns, filter, onSend }: Props) {
  const download = useFileDownload()
  const params = { id: driveId }
  const query = {
    ...resultFileColumns(columns),
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.shortlisted && { shortlisted: true }),
    ...(filter.sort !== 'best' && { sort: filter.sort }),
  }
  const save = (call: string) =>
    download.mutate(
      call === 'getAbsentCsv' || call === 'getDriveEvidence'
        ? { call, params }
        : { call: 'getResultCsv', params, query },
    )
  return (
    <>
      <ActionMenu onSelect={(to) => save(to.value)}>
        <Menu.Trigger asChild>
          <SteadyButton
            variant="outline"
            disabled={!data}
            loading={download.isPending}
            loadingText={downloadText('Download', download.megabytes)}
          >
            <Download aria-hidden />
            Download
            <ChevronDown aria-hidden />
          </SteadyButton>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content>
              <Menu.Item value="getResultCsv">Report</Menu.Item>
              <Menu.Item value="getAbsentCsv" disabled={data?.absent_candidates_count === 0}>
                {texts.absentCandidates}
              </Menu.Item>
              <Menu.Item value="getDriveEvidence">Evidence archive</Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </ActionMenu>
      {onSend && (
        <Button disabled={!data} onClick={onSend}>
          <Send aria-hidden />
          {consoleTexts.sendReport}
        </Button>
      )}
    </>
  )
}
