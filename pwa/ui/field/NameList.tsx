import { Combobox, chakra, type ListCollection, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Offer } from './names.ts'

interface Props {
  collection: ListCollection<Offer>
  /** What choosing a name that is new brings with it. */
  remark?: string | undefined
  /** What is said where nothing is left to choose. */
  children?: ReactNode
}

/** The names that a combobox offers. */
export const NameList = ({ collection, remark, children }: Props) => (
  <Portal>
    <Combobox.Positioner>
      <Combobox.Content maxH="200px" minW="min(17rem, 90vw)">
        {collection.items.map((item) => (
          <Combobox.Item item={item} key={item.value}>
            <chakra.span minW="0" overflowWrap="anywhere">
              {item.label}
              {item.isNew && remark !== undefined && (
                <chakra.span display="block" textStyle="xs" color="fg.muted">
                  {remark}
                </chakra.span>
              )}
            </chakra.span>
            <Combobox.ItemIndicator />
          </Combobox.Item>
        ))}
        {children}
      </Combobox.Content>
    </Combobox.Positioner>
  </Portal>
)
