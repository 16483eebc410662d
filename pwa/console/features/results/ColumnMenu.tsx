import { Button, Menu, Portal } from '@chakra-ui/react'
import { Check, Columns3 } from 'lucide-react'
import { type ColumnName, LOCKED } from './columns.ts'

interface Props {
  offered: readonly ColumnName[]
  shown: readonly ColumnName[]
  onToggle: (name: ColumnName) => void
}

/** Which columns stand in the table, and in the file. */
export function ColumnMenu({ offered, shown, onToggle }: Props) {
  return (
    <Menu.Root closeOnSelect={false}>
      <Menu.Trigger asChild>
        <Button variant="outline" size="sm">
          <Columns3 aria-hidden />
          Columns
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {offered.map((name) => (
              <Menu.CheckboxItem
                key={name}
                value={name}
                checked={shown.includes(name)}
                disabled={name === LOCKED}
                onCheckedChange={() => onToggle(name)}
              >
                {name}
                <Menu.ItemIndicator>
                  <Check size={14} aria-hidden />
                </Menu.ItemIndicator>
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
