import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import type { RunItem, SubmissionItem } from '#pwa/attempt/api.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { useAttempt, useRunning } from '../hooks/useAttempt.ts'
import { CustomInput } from './CustomInput.tsx'
import { FinalOutput } from './FinalOutput.tsx'
import { RunOutput } from './RunOutput.tsx'
import './result.css'
import { SubmissionStrip } from './SubmissionStrip.tsx'

export type ResultTab = 'output' | 'input' | 'final'

interface ResultPaneProps {
  problem: ProblemView
  run: RunItem | null
  /** The newest one. */
  submission: SubmissionItem | null
  /** The one whose verdict is shown. */
  shown: SubmissionItem | null
  left: number
  tab: ResultTab
  onTab: (tab: ResultTab) => void
  stdin: string
  onStdin: (text: string) => void
  onRunCustom: () => void
  height: number | undefined
}

function Summary({ run }: { run: RunItem | null }) {
  const samples = run?.stage === 'done' && !run.custom ? run.result?.samples : undefined
  if (!samples || samples.length === 0) return null
  const passed = samples.filter((sample) => sample.passed).length
  return (
    <span className="summary tabular">
      <strong>
        {passed} of {samples.length}
      </strong>{' '}
      sample tests passed
    </span>
  )
}

export function ResultPane(props: ResultPaneProps) {
  const { problem, run, submission, shown, left, tab, onTab, stdin, onStdin, onRunCustom, height } = props
  const running = useRunning()
  const connection = useAttempt((snapshot) => snapshot.connection)
  const strip = submission && (submission.stage !== 'judged' || submission.decision) && (
    <SubmissionStrip submission={submission} connection={connection} />
  )
  return (
    <section className="result-pane" aria-label="Results" data-pane="results" style={{ height }}>
      <Tabs<ResultTab>
        label="Results"
        className="result-tabs"
        current={tab}
        onChoose={onTab}
        // It counts the last run's samples: beside a verdict of all tests it would be read as that.
        side={tab !== 'final' && <Summary run={run} />}
        tabs={[
          {
            name: 'output',
            label: texts.output,
            panel: (
              <>
                {strip}
                <RunOutput run={run} />
              </>
            ),
          },
          {
            name: 'input',
            label: 'Custom input',
            panel: (
              <CustomInput
                problem={problem}
                value={stdin}
                readOnly={!running}
                onChange={onStdin}
                onRun={onRunCustom}
              />
            ),
          },
          {
            name: 'final',
            label: texts.finalOutput,
            panel: (
              <>
                {strip}
                <FinalOutput submission={shown} left={left} />
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

/**
 * The tab a problem's results open on: that of the newer of its last Run and its last submission, so that a verdict
 * that came while another problem was open is seen.
 * @param ahead by how much the server's clock is ahead of this device's, in milliseconds
 */
export function firstTab(
  run: Pick<RunItem, 'at'> | null,
  submission: Pick<SubmissionItem, 'madeAt'> | null,
  ahead: number,
): ResultTab {
  return submission && (!run || run.at + ahead < submission.madeAt) ? 'final' : 'output'
}
