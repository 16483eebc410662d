import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { OwnReport } from '#contract/views/candidate.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { call } from '#pwa/http/call.ts'
import { invitedBy } from '../routes.ts'
import { Failed } from '../shell/Failed.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { Onward } from '../way/way.ts'
import { OwnReportBody } from './OwnReportBody.tsx'

/** A candidate's own report, where the organization releases it. */
export default function ReportPage() {
  const { state } = useLocation()
  const [token] = useState(() => invitedBy(state) ?? readSession()?.authToken ?? null)
  const [report, setReport] = useState<OwnReport | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const load = useCallback(() => {
    if (token === null) return
    setFault(null)
    call('getReport', { params: { token } }).then(
      ({ data }) => setReport('drive_id' in data ? null : data),
      (thrown: Error) => setFault(thrown.message),
    )
  }, [token])
  useEffect(load, [load])
  if (token === null) return <Onward because={{ type: 'NOT_INVITED' }} />
  if (fault !== null)
    return (
      <Failed title="Your report cannot be shown" onRetry={load}>
        <p>{fault}</p>
      </Failed>
    )
  if (!report) return <PageWait text="Fetching your report…" />
  return (
    <>
      <SiteHeader title={report.drive_name}>
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </SiteHeader>
      <OwnReportBody report={report} />
    </>
  )
}
