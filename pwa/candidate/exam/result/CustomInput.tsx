import { type ClipboardEvent, useId } from 'react'
import { STDIN_MAX_BYTES } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import { Button } from '../../ui/Button.tsx'
import { noteCopyAttempt } from '../copyAttempts.ts'
import { CLIPBOARD_OFF, useLifted } from '../hooks/lifted.ts'
import { useAttemptClient } from '../hooks/useAttempt.ts'

interface CustomInputProps {
  problem: ProblemView
  value: string
  readOnly: boolean
  onChange: (value: string) => void
  onRun: () => void
}

export const stdinTooLarge = (text: string): boolean =>
  new TextEncoder().encode(text).length > STDIN_MAX_BYTES

export function CustomInput({ problem, value, readOnly, onChange, onRun }: CustomInputProps) {
  const actor = useAttemptClient()
  const id = useId()
  const tooLarge = stdinTooLarge(value)
  const isFree = useLifted('paste')
  const block = (event: ClipboardEvent) => {
    if (isFree) return
    event.preventDefault()
    noteCopyAttempt(actor, event.type)
  }
  return (
    <div className="custom-input">
      <div className="custom-head">
        <label htmlFor={id}>{texts.enterInput}</label>
        {problem.sample_tests.map((sample, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
          <Button key={index} variant="quiet" size="small" onClick={() => onChange(sample.input)}>
            Sample {index + 1}
          </Button>
        ))}
      </div>
      <textarea
        id={id}
        value={value}
        spellCheck={false}
        readOnly={readOnly}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        onCopy={block}
        onCut={block}
        onPaste={block}
        onDrop={(event) => !isFree && event.preventDefault()}
      />
      <div className="custom-foot">
        <p id={`${id}-note`} className={tooLarge ? 'is-bad' : undefined}>
          {tooLarge ? 'Too long: at most 16 KB.' : isFree ? '' : CLIPBOARD_OFF}
        </p>
        <Button size="small" disabledReason={tooLarge ? 'The input is too long' : undefined} onClick={onRun}>
          {texts.runCode}
        </Button>
      </div>
    </div>
  )
}
