import { letterOf } from '#contract/letters.ts'
import type { QuestionView } from '#contract/views/candidate.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import { StatementPicture } from '../statement/StatementPicture.tsx'

interface OptionsProps {
  question: QuestionView
  selected: readonly number[]
  readOnly: boolean
  onChoose: (optionId: number) => void
}

export function Options({ question, selected, readOnly, onChoose }: OptionsProps) {
  return (
    <fieldset className="options" disabled={readOnly}>
      <legend className="visually-hidden">
        {question.is_multi_select ? 'Choose all that apply' : 'Choose one answer'}
      </legend>
      {question.options.map((option, index) => {
        const chosen = selected.includes(option.id)
        return (
          <label key={option.id} className={chosen ? 'option is-chosen' : 'option'}>
            <input
              type={question.is_multi_select ? 'checkbox' : 'radio'}
              name={`question-${question.id}`}
              checked={chosen}
              onChange={() => onChoose(option.id)}
            />
            <span className="option-letter">{letterOf(index)}</span>
            <span className="option-text">
              <OptionText text={option.description} />
              {option.image_url && (
                <StatementPicture src={option.image_url} alt={`Picture of option ${letterOf(index)}`} />
              )}
            </span>
            <span className="option-chosen" aria-hidden="true">
              {chosen && 'Chosen'}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
