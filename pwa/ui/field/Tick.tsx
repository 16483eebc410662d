import { Checkbox } from '@chakra-ui/react'

interface Props {
  label: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  isDisabled?: boolean
  name?: string
}

/** Yes or no. */
export function Tick({ label, isTicked, onTick, isDisabled, name }: Props) {
  return (
    <Checkbox.Root
      size="sm"
      name={name}
      disabled={isDisabled}
      checked={isTicked}
      onCheckedChange={(to) => onTick(to.checked === true)}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control borderColor="border.control" />
      <Checkbox.Label fontWeight="400" textStyle="sm">
        {label}
      </Checkbox.Label>
    </Checkbox.Root>
  )
}
