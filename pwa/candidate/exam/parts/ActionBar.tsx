import { Play, Plus } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { type SaveProgress, useIsSaving } from '../hooks/saveState.ts'
import './action-bar.css'

interface ActionBarProps {
  left: number
  allowed: number
  running: boolean
  saving: SaveProgress
  submitting: boolean
  onCustomInput: () => void
  onSave: () => void
  onRun: () => void
  onSubmit: () => void
}

const MAX_PIPS = 6

function SubmissionsLeft({ left, allowed }: { left: number; allowed: number }) {
  return (
    <p className={left > 0 ? 'submissions-left tabular' : 'submissions-left is-none'} role="status">
      {allowed <= MAX_PIPS && (
        <span className="pips" aria-hidden="true">
          {Array.from({ length: allowed }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pip is nothing but its place
            <i key={index} className={index < left ? 'is-left' : undefined} />
          ))}
        </span>
      )}
      {left > 0 ? `${texts.submissionsLeft} ${left}` : texts.submissionLimitExceeded}
    </p>
  )
}

function submitReason(running: boolean, left: number): string | undefined {
  if (!running) return 'The test is not running here'
  return left > 0 ? undefined : texts.submissionLimitExceeded
}

interface SaveButtonProps {
  saving: SaveProgress
  disabledReason: string | undefined
  onClick: () => void
}

function SaveButton({ saving, disabledReason, onClick }: SaveButtonProps) {
  const busy = useIsSaving(saving)
  return (
    <Button busy={busy} disabledReason={disabledReason} title={disabledReason ?? 'Ctrl+S'} onClick={onClick}>
      {texts.save}
    </Button>
  )
}

export function ActionBar(props: ActionBarProps) {
  const { left, allowed, running, saving, submitting } = props
  const still = running ? undefined : 'The test is not running here'
  return (
    <section className="action-bar" aria-label="Actions" data-pane="actions">
      <SubmissionsLeft left={left} allowed={allowed} />
      <Button
        variant="quiet"
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
        className="action-custom"
        onClick={props.onCustomInput}
      >
        {texts.addCustomInput}
      </Button>
      <SaveButton saving={saving} disabledReason={still} onClick={props.onSave} />
      <Button
        disabledReason={still}
        icon={<Play size={16} strokeWidth={1.75} aria-hidden="true" />}
        aria-keyshortcuts="Control+'"
        onClick={props.onRun}
      >
        {texts.run}{' '}
        <span className="key-hint" aria-hidden="true">
          Ctrl '
        </span>
      </Button>
      <Button
        variant="primary"
        busy={submitting}
        disabledReason={submitReason(running, left)}
        aria-keyshortcuts="Control+Enter"
        onClick={props.onSubmit}
      >
        {texts.submit}{' '}
        <span className="key-hint" aria-hidden="true">
          Ctrl ↵
        </span>
      </Button>
    </section>
  )
}
