import { Combobox, type ListCollection, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface Props {
  collection: ListCollection<{ value: string; label: string }>
  /** What is said where nothing is left to choose. */
  children?: ReactNode
}

/** The names that a combobox offers. */
export const NameList = ({ collection, children }: Props) => (
  <Portal>
    <Combobox.Positioner>
      <Combobox.Content maxH="200px">
        {collection.items.map((item) => (
          <Combobox.Item item={item} key={item.value}>
            {item.label}
            <Combobox.ItemIndicator />
          </Combobox.Item>
        ))}
        {children}
      </Combobox.Content>
    </Combobox.Positioner>
  </Portal>
)
