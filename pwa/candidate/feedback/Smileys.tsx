import { RATINGS } from '#contract/constants.ts'
import { Face } from './Face.tsx'
import './smileys.css'

interface SmileysProps {
  rating: number | null
  onRate: (rating: number) => void
}

/** Five faces in the specification's order, with its values. */
export function Smileys({ rating, onRate }: SmileysProps) {
  return (
    <fieldset className="smileys">
      <legend>How was the test?</legend>
      <div>
        {RATINGS.map(({ value, name, label }) => (
          <label key={name} className={rating === value ? 'smiley is-chosen' : 'smiley'}>
            <input
              type="radio"
              name="rating"
              value={value}
              checked={rating === value}
              onChange={() => onRate(value)}
            />
            <Face name={name} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
