import { useEffect, useRef, useState } from 'react'
import { RUNS_PER_MINUTE } from '#contract/constants.ts'
import { isWaited, type RunItem } from '#pwa/attempt/api.ts'
import { Glyph } from '#pwa/candidate/ui/Glyph.tsx'
import { formatClock } from '../../format.ts'
import { Button } from '../../ui/Button.tsx'
import { typedTexts } from '../editor/keptEditor.ts'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'
import { OutputPane } from './OutputPane.tsx'

/** The mark of a result that is not that of the code in the editor now. */
export const ChangedSince = () => (
  <span className="changed-since">
    <Glyph name="warn" size={12} /> Code changed since
  </span>
)

/** The wait after which a person is offered the engine that is on the device. */
const OFFER_AFTER_MS = 3_000

/** This device's clock, every second while it matters. */
function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

/** Whether another program stands in the editor than the one that ran. */
function useIsChanged({ problemId, languageId, text }: RunItem): boolean {
  const actor = useAttemptClient()
  return useAttempt(({ drafts, languageOf, content }) => {
    const shown = languageOf[problemId] ?? content?.languages[0]?.id
    const key = `${problemId}:${languageId}`
    return shown !== languageId || (typedTexts(actor).get(key) ?? drafts[key]?.text ?? text) !== text
  })
}

/** A Run of the test: which program it was, when, and what can be done about it. */
function AboutRun({ run }: { run: RunItem }) {
  const actor = useAttemptClient()
  const waits = isWaited(run)
  const isChanged = useIsChanged(run)
  const now = useSeconds(waits || run.refusedUntil !== null)
  const seconds = run.refusedUntil === null ? 0 : Math.ceil((run.refusedUntil - now) / 1_000)
  const own = useRef<HTMLDivElement>(null)
  /** The button goes with what it did: the focus stays beside it. */
  const act = (what: () => unknown) => () => {
    own.current?.focus()
    void what()
  }
  const isSlow = waits && run.place === 'server' && now - run.at >= OFFER_AFTER_MS
  return (
    <div className="about-run" ref={own} tabIndex={-1}>
      <p className="tabular" role="status">
        {run.stage === 'stopped' && 'Stopped.'}
        {run.stage === 'done' && `Ran ${formatClock(run.at)}`}
        {run.stage === 'done' && isChanged && <ChangedSince />}
        {run.refusedUntil !== null && `${RUNS_PER_MINUTE} runs a minute. `}
        {seconds > 0 && <span aria-hidden="true">Next run in {seconds} s.</span>}
        {run.refusedUntil !== null && seconds <= 0 && 'You can run again.'}
      </p>
      {run.canRunHere && (isSlow || run.refusedUntil !== null) && (
        <Button size="small" onClick={act(() => actor.runHere())}>
          Run on this device
        </Button>
      )}
      {waits && (
        <Button size="small" onClick={act(() => actor.stopRun())}>
          Stop
        </Button>
      )}
    </div>
  )
}

export const RunOutput = ({ run }: { run: RunItem | null }) => (
  <OutputPane run={run}>{run && <AboutRun run={run} />}</OutputPane>
)
