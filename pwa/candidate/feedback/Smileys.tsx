import { Annoyed, Frown, Laugh, type LucideIcon, Meh, Smile } from 'lucide-react'
import { RATINGS } from '#contract/constants.ts'
import './smileys.css'

type Name = (typeof RATINGS)[number]['name']
const faces: Record<Name, LucideIcon> = {
  sad: Frown,
  sceptic: Annoyed,
  smile: Meh,
  happiness: Smile,
  happy: Laugh,
}
const words: Record<Name, string> = {
  sad: 'Sad',
  sceptic: 'Sceptic',
  smile: 'Smile',
  happiness: 'Happiness',
  happy: 'Happy',
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
        {RATINGS.map(({ value, name }) => {
          const Face = faces[name]
          return (
            <label key={name} className={rating === value ? 'smiley is-chosen' : 'smiley'}>
              <input
                type="radio"
                name="rating"
                value={value}
                checked={rating === value}
                onChange={() => onRate(value)}
              />
              <Face size={32} strokeWidth={1.5} aria-hidden="true" />
              {words[name]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
