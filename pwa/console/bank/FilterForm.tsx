import { Box, Button, chakra } from '@chakra-ui/react'
import type { FormEvent, ReactNode } from 'react'

interface Props {
  label?: string
  /** Widths of the fields and of the buttons, on a wide screen. */
  columns: string
  onFilter: () => void
  onReset: () => void
  /** The fields. */
  children: ReactNode
}

/** Fields that narrow a list down, side by side, with their two buttons. */
export function FilterForm({ label, columns, onFilter, onReset, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter()
  }
  return (
    <chakra.form
      aria-label={label}
      onSubmit={submit}
      px={{ base: '4', md: '6' }}
      pb="3"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: columns }}
      gap="3"
      alignItems="end"
    >
      {children}
      <Box display="flex" gap="2">
        <Button type="submit" variant="outline">
          Filter
        </Button>
        <Button type="button" variant="ghost" onClick={onReset}>
          Reset
        </Button>
      </Box>
    </chakra.form>
  )
}
