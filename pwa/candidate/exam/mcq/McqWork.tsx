import './mcq.css'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { plural } from '#contract/plural.ts'
import { questionKindOf, taskWords } from '#contract/questionKinds.ts'
import type { TestContent } from '#pwa/attempt/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { SaveLightSign } from '../../ui/SaveLight.tsx'
import { type TestKeys, useSingleKeys } from '../hooks/keyMeaning.ts'
import { useAttemptClient } from '../hooks/useAttempt.ts'
import { useKeys } from '../hooks/useKeys.ts'
import type { PositionControl } from '../hooks/usePosition.ts'
import { ConfirmSubmit } from '../modals/modals.tsx'
import { toWorkIfNowhere } from '../nextPane.ts'
import { PaneHead } from '../parts/PaneHead.tsx'
import { isUnsaved } from '../rail/states.ts'
import { Markdown } from '../statement/Markdown.tsx'
import { StatementPicture } from '../statement/StatementPicture.tsx'
import { McqBar } from './McqBar.tsx'
import { answerParts } from './Options.tsx'
import { useQuestionWork } from './useQuestionWork.ts'

interface McqWorkProps {
  content: TestContent
  position: PositionControl
  keys: TestKeys
}

export function McqWork({ content, position, keys }: McqWorkProps) {
  const actor = useAttemptClient()
  const work = useQuestionWork(content.questions, position, content.view.drive.allow_coding)
  const { question, index, choice, readOnly } = work
  const shown = useRef(question?.id)
  useEffect(() => {
    // *Save & next* cannot be pressed at a question without a choice, and lets the focus go.
    if (shown.current !== question?.id) toWorkIfNowhere()
    shown.current = question?.id
  }, [question?.id])
  const areSingleKeysOn = useSingleKeys()
  useKeys(actor, {
    ...keys,
    save: work.save,
    submit: work.last && work.allSaved && !readOnly ? work.askSubmit : undefined,
    option: (at) => {
      const option = question?.options[at]
      if (option && !readOnly) work.choose(option.id)
    },
  })
  if (!question) return <main className="work test-empty">This test has no MCQs.</main>
  const kind = questionKindOf(question)
  const AnswerPart = answerParts[kind]
  return (
    <main className="work">
      <PaneHead
        noun="Question"
        index={index}
        total={content.questions.length}
        onStep={position.step}
        isFlagged={position.flaggedQuestions.includes(question.id)}
        onFlag={position.flag}
      >
        <span className="pane-facts">
          {plural(question.marks, 'mark')} · about {plural(question.time_in_seconds, 'second')}
        </span>
        <span className="pane-side">
          {isUnsaved(question, choice) ? (
            <span className="mcq-unsaved">
              <Glyph name="warn" size={14} />{' '}
              {readOnly ? 'Not saved.' : 'Not saved yet. Save it to count it.'}
            </span>
          ) : (
            <SaveLightSign light={choice.light} />
          )}
        </span>
      </PaneHead>
      <div className="mcq-panes">
        <section className="mcq-question" aria-label="Question" data-pane="statement">
          <Markdown text={question.description} />
          {question.image_url && (
            <StatementPicture
              src={question.image_url}
              alt={question.image_alt || `Diagram of question ${index + 1}`}
            />
          )}
        </section>
        <section className="mcq-options" aria-label="Options" data-pane="editor">
          <header>
            <h2>{taskWords[kind]}</h2>
            <Button
              variant="quiet"
              size="small"
              icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
              disabledReason={
                readOnly || choice.selected.length === 0 ? 'There is no choice to clear' : undefined
              }
              onClick={work.clear}
            >
              Clear choice
            </Button>
          </header>
          <AnswerPart
            key={question.id}
            question={question}
            selected={choice.selected}
            readOnly={readOnly}
            onChoose={work.choose}
          />
          {work.last && !work.submitted && work.toSave > 0 && (
            <p className="mcq-hint">
              Submit needs a saved answer to every question: {plural(work.toSave, 'question')} to go.
            </p>
          )}
          {work.submitted ? (
            <p className="mcq-hint">The MCQs are submitted. You can still read them.</p>
          ) : (
            <p className="mcq-hint is-keys" aria-hidden="true">
              {areSingleKeysOn && (
                <>
                  <kbd className="kbd">A</kbd> –{' '}
                  <kbd className="kbd">{'ABCDEFGHI'.charAt(question.options.length - 1) || 'Z'}</kbd> choose{' '}
                </>
              )}
              <kbd className="kbd">Alt ←</kbd> <kbd className="kbd">Alt →</kbd> previous, next
            </p>
          )}
        </section>
      </div>
      <McqBar work={work} onPrevious={() => position.step(-1)} />
      {work.confirming && (
        <ConfirmSubmit
          offline="This is kept on this device at once, and sent when the connection is back."
          onCancel={work.keep}
          onConfirm={work.submit}
        >
          <p>
            All {content.questions.length} answers are submitted for good. They cannot be changed afterwards.
          </p>
        </ConfirmSubmit>
      )}
    </main>
  )
}
