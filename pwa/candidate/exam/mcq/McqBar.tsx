import { ChevronLeft, ChevronRight } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import { formatClock } from '../../format.ts'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import './mcq-bar.css'
import type { useQuestionWork } from './useQuestionWork.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface McqBarProps {
  work: ReturnType<typeof useQuestionWork>
  onPrevious: () => void
}

function SavedMessage({ note }: { note: McqBarProps['work']['note'] }) {
  return (
    <p className="saved-message tabular" role="status">
      {note && (
        <>
          <Glyph name="ok" /> <strong>{texts.answerSaved}</strong>
          <span>
            Question {note.number}, {formatClock(note.at)}
          </span>
        </>
      )}
    </p>
  )
}

function saveReason({ submitted, readOnly, choice }: McqBarProps['work']): string | undefined {
  if (submitted) return 'The MCQs are submitted'
  if (readOnly) return 'The test is not running here'
  return choice.selected.length === 0 ? texts.selectAnOption : undefined
}

function submitReason({ submitted, readOnly, allSaved }: McqBarProps['work']): string | undefined {
  if (submitted) return 'The MCQs are submitted'
  if (readOnly) return 'The test is not running here'
  return allSaved ? undefined : texts.saveToSubmit
}

export function McqBar({ work, onPrevious }: McqBarProps) {
  const { index, last, saving } = work
  return (
    <section className="mcq-bar" aria-label="Actions" data-pane="actions">
      <SavedMessage note={work.note} />
      <Button
        variant="quiet"
        icon={<ChevronLeft {...icon} />}
        disabledReason={index === 0 ? 'This is the first question' : undefined}
        onClick={onPrevious}
      >
        Previous
      </Button>
      <Button
        variant={last ? 'plain' : 'primary'}
        busy={saving}
        disabledReason={saveReason(work)}
        aria-keyshortcuts="Control+S"
        onClick={work.save}
      >
        {last ? texts.saveQuestion : texts.saveAndNext}
        {!last && <ChevronRight {...icon} />}
      </Button>
      {last && (
        <Button
          variant="primary"
          disabledReason={submitReason(work)}
          aria-keyshortcuts="Control+Enter"
          onClick={work.askSubmit}
        >
          {texts.submit}
        </Button>
      )}
    </section>
  )
}
