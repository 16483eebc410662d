import { SelectField } from '#pwa/ui/field/SelectField.tsx'

interface Props {
  difficulties: readonly string[]
  value: string
  onChange: (difficulty: string) => void
}

/** One difficulty of the organization, or any. */
export function DifficultyFilter({ difficulties, value, onChange }: Props) {
  return (
    <SelectField
      size="md"
      name="difficulty"
      label="Difficulty"
      placeholder="Any"
      choices={difficulties.map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
      onTouched={() => {}}
    />
  )
}
