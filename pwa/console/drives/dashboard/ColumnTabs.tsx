import { Heading, Tabs } from '@chakra-ui/react'
import { Count } from '#pwa/ui/Count.tsx'
import { useEntries } from '../../kit/list/useEntries.ts'
import type { Filled } from './Board.tsx'
import { ColumnBody } from './ColumnBody.tsx'

/** The columns where they do not fit side by side. */
export function ColumnTabs({ filled }: { filled: readonly Filled[] }) {
  const { value, change } = useEntries()
  const shown = filled.find(({ column }) => column.status === value('column')) ?? filled[0]
  return (
    <Tabs.Root
      value={shown?.column.status ?? ''}
      onValueChange={(to) => change({ column: to.value }, { replace: true })}
      fitted
      lazyMount
      unmountOnExit
      flex="1"
      bg="bg.canvas"
    >
      <Tabs.List bg="bg">
        {filled.map(({ column, state }) => (
          <Tabs.Trigger key={column.status} value={column.status} h="46px" px="2">
            {column.name}
            {state.total !== undefined && <Count>{state.total}</Count>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {filled.map(({ column, state }) => (
        <Tabs.Content key={column.status} value={column.status} p="3">
          <Heading as="h2" srOnly>
            {column.name}
          </Heading>
          <ColumnBody column={column} state={state} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
