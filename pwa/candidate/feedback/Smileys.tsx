import './smileys.css'
import { RATINGS } from '#contract/constants.ts'

type FaceName = (typeof RATINGS)[number]['name']

/** The mouth tells the faces apart; the word below says the same. */
const mouths: Record<FaceName, string> = {
  sad: 'M8 16.5c1-1.6 2.4-2.4 4-2.4s3 .8 4 2.4',
  sceptic: 'M8.5 16l7-1.6',
  smile: 'M8.5 14.6c1 .9 2.2 1.3 3.5 1.300s2.5-.4 3.5-1.3',
  happiness: 'M7.5 13.500c.9 2.1 2.5 3.2 4.5 3.200s3.6-1.1 4.5-3.2',
  happy: 'M7.3 13.200h9.400c-.3 2.8-2.2 4.5-4.7 4.500s-4.4-1.7-4.7-4.500z',
}

function Face({ name }: { name: FaceName }) {
  return (
    <svg
      width="32"
      height="32"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      <path d={name === 'sceptic' ? 'M8 9.500h2M14 8.500h2' : 'M9 9v.5M15 9v.5'} />
      <path d={mouths[name]} />
    </svg>
  )
}

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
