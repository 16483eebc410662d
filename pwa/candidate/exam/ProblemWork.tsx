import { useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Splitter, usePaneSize } from '../ui/Splitter.tsx'
import { useMediaQuery } from '../ui/useMediaQuery.ts'
import { EditorPane } from './editor/EditorPane.tsx'
import type { TestKeys } from './hooks/keyMeaning.ts'
import { useAttemptClient, useRunning } from './hooks/useAttempt.ts'
import { useKeys } from './hooks/useKeys.ts'
import type { PositionControl } from './hooks/usePosition.ts'
import { useProblemWork } from './hooks/useProblemWork.ts'
import { ConfirmSubmit } from './modals/modals.tsx'
import { toWorkIfNowhere } from './nextPane.ts'
import { ActionBar } from './parts/ActionBar.tsx'
import { PaneHead } from './parts/PaneHead.tsx'
import { FinalOutput } from './result/FinalOutput.tsx'
import { ResultPane } from './result/ResultPane.tsx'
import { ProblemStatement } from './statement/ProblemStatement.tsx'

interface ProblemWorkProps {
  problem: ProblemView
  index: number
  total: number
  position: PositionControl
  keys: TestKeys
  /** The way back to full screen lies over the test. */
  covered: boolean
}

type CompactPane = 'statement' | 'code' | 'output'
const compactPanes: [CompactPane, string][] = [
  ['statement', 'Statement'],
  ['code', 'Code'],
  ['output', 'Output'],
]

/** Below 1024 one pane at a time. */
function PaneChoice({ pane, onChoose }: { pane: CompactPane; onChoose: (pane: CompactPane) => void }) {
  return (
    <fieldset className="pane-choice">
      <legend className="visually-hidden">Pane</legend>
      {compactPanes.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={pane === name} onClick={() => onChoose(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

export function ProblemWork({ problem, index, total, position, keys, covered }: ProblemWorkProps) {
  const actor = useAttemptClient()
  const running = useRunning()
  const work = useProblemWork(problem)
  const compact = useMediaQuery('(max-width: 1023px)')
  const [pane, setPane] = useState<CompactPane>('statement')
  const statement = usePaneSize('statement', 412)
  const results = usePaneSize('results', 260)
  const column = useRef<HTMLDivElement>(null)
  const showOutput = () => setPane('output')

  const run = () => {
    showOutput()
    work.runSamples()
  }
  useKeys(actor, {
    ...keys,
    run: running ? run : undefined,
    save: running ? work.save : undefined,
    submit: running ? work.askSubmit : undefined,
  })

  const openInput = () => {
    showOutput()
    work.setTab('input')
    requestAnimationFrame(() => column.current?.querySelector<HTMLElement>('.custom-input textarea')?.focus())
  }
  const shown = (name: CompactPane) => !compact || pane === name
  // Half of what both have, so that code and buttons keep their room.
  const widest = () => Math.max(412, Math.round((column.current?.parentElement?.clientWidth ?? 1024) / 2))
  const tallest = () => Math.max(160, Math.round((column.current?.clientHeight ?? 640) * 0.6))

  const closeVerdict = () => {
    work.verdict.close()
    // It came by itself, and nothing may have had the focus before.
    requestAnimationFrame(toWorkIfNowhere)
  }
  return (
    <main className={compact ? 'work is-compact' : 'work is-split'}>
      {compact && <PaneChoice pane={pane} onChoose={setPane} />}
      <section
        className="statement-pane"
        aria-label="Statement"
        data-pane="statement"
        hidden={!shown('statement')}
        style={{ width: compact ? undefined : statement.size }}
      >
        <PaneHead
          noun="Problem"
          index={index}
          total={total}
          onStep={position.step}
          isFlagged={position.flaggedProblems.includes(problem.id)}
          onFlag={position.flag}
        />
        {/* Scrolled with the keyboard, so it takes the focus. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling pane without controls needs it */}
        <div className="pane-scroll" tabIndex={0}>
          <ProblemStatement problem={problem} />
        </div>
      </section>
      {!compact && (
        <Splitter
          label="Width of the statement"
          orientation="vertical"
          size={statement.size}
          min={320}
          max={widest()}
          onResize={statement.resize}
          onReset={statement.reset}
        />
      )}
      <div className="code-column" ref={column} hidden={compact && pane === 'statement'}>
        {shown('code') && <EditorPane code={work.code} saving={work.saving} />}
        {!compact && (
          <Splitter
            label="Height of the results"
            orientation="horizontal"
            size={results.size}
            min={160}
            max={tallest()}
            reversed
            onResize={results.resize}
            onReset={results.reset}
          />
        )}
        {shown('output') && (
          <ResultPane
            problem={problem}
            run={work.run}
            submission={work.submission}
            shown={work.shown}
            left={work.left}
            tab={work.tab}
            onTab={work.setTab}
            stdin={work.stdin}
            onStdin={work.setStdin}
            onRunCustom={work.runCustom}
            height={compact ? undefined : results.size}
          />
        )}
        <ActionBar
          left={work.left}
          allowed={problem.submission_count}
          running={running}
          saving={work.saving}
          submitting={work.submitting}
          onCustomInput={openInput}
          onSave={work.save}
          onRun={run}
          onSubmit={work.askSubmit}
        />
      </div>
      {work.confirming && (
        <ConfirmSubmit
          offline="It is kept on this device at once, and judged when the connection is back."
          onCancel={work.keep}
          onConfirm={work.submit}
        >
          <p>
            Your {work.code.language?.name} program for {problem.title} will be judged on all test cases.{' '}
            {texts.submissionsLeft} after this one: {work.left - 1}.
          </p>
        </ConfirmSubmit>
      )}
      {/* Not over the notice of a pause, nor over the way back to full screen, behind which nothing can be pressed. */}
      {work.verdict.open && running && !covered && (
        <Modal
          title={texts.finalOutput}
          onClose={closeVerdict}
          actions={
            <Button variant="primary" onClick={closeVerdict}>
              Close
            </Button>
          }
        >
          <FinalOutput submission={work.shown} left={work.left} />
        </Modal>
      )}
    </main>
  )
}
