import type { ReactNode } from 'react'
import { texts } from '#contract/texts.ts'
import type { RunItem } from '#pwa/attempt/api.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Printed } from '../../ui/Printed.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Samples } from './Samples.tsx'
import { decodeStream, errorsOf } from './text.ts'
import { troubleOf } from './verdict.ts'

function Stream({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <div className="stream">
      <h4>{title}</h4>
      <Printed>{text}</Printed>
    </div>
  )
}

function Running({ run }: { run: RunItem }) {
  const position = run.result?.position
  return (
    <p className="output-wait" role="status">
      <Spinner /> {texts.loading}
      {run.stage === 'queued' && position ? <span>{position} before yours</span> : null}
    </p>
  )
}

/** The streams of a run on custom input. */
function Streams({ run }: { run: RunItem }) {
  const { result } = run
  if (!result) return null
  const stdout = decodeStream(result.stdout)
  const stderr = decodeStream(result.stderr)
  const compile = decodeStream(result.compile_output)
  const trouble = troubleOf(result.outcome)
  return (
    <div className="streams">
      <header>
        <h3 className={trouble ? `is-${trouble.tone}` : 'is-ok'}>{trouble?.word ?? 'Finished'}</h3>
        {result.cpu_ms !== null && <span className="tabular">{Math.round(result.cpu_ms)} ms</span>}
      </header>
      {result.message && <p>{result.message}</p>}
      <Stream title="Compiler" text={compile} />
      <Stream title="Output" text={stdout} />
      {stderr !== compile && <Stream title="Error output" text={stderr} />}
      {stdout + stderr + compile === '' && <p>The program wrote nothing.</p>}
    </div>
  )
}

interface OutputProps {
  run: RunItem | null
  /** The actions on a run, beside its words. */
  children?: ReactNode
}

export function OutputPane({ run, children }: OutputProps) {
  if (!run) return <p className="output-empty">{texts.outputPlaceholder}</p>
  return (
    <>
      {run.place === 'device' && <DeviceLabel />}
      {children}
      <Ran run={run} />
    </>
  )
}

function Ran({ run }: { run: RunItem }) {
  // Told beside what can be done about it: see RunOutput.
  if (run.stage === 'stopped' || run.refusedUntil !== null) return null
  if (run.stage === 'failed') {
    return (
      <p className="output-failed" role="alert">
        <Glyph name="warn" /> {run.message ?? 'The run did not go through. Run it again.'}
      </p>
    )
  }
  const { result } = run
  if (run.stage !== 'done' || !result) return <Running run={run} />
  if (run.custom || result.samples.length === 0) return <Streams run={run} />
  return <Samples key={result.token} samples={result.samples} stderr={errorsOf(result)} />
}

/** Said of every result that the server has not made. */
function DeviceLabel() {
  return (
    <p className="device-label">
      <Glyph name="device" size={12} /> <span>on this device, not graded</span>
    </p>
  )
}
