import type { ComponentProps } from 'react'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'

interface Props {
  tags: ComponentProps<typeof NamesField>['names']
  value: ComponentProps<typeof NamesField>['value']
  onChange: ComponentProps<typeof NamesField>['onChange']
}

/** Any of the bank's tags. */
export function TagsFilter({ tags, value, onChange }: Props) {
  return (
    <NamesField
      size="md"
      name="tags"
      label="Tags"
      placeholder="Any tag"
      names={tags}
      canCreate={false}
      value={value}
      onChange={onChange}
      onTouched={() => {}}
    />
  )
}
