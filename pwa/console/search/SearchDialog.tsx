import { Box, CloseButton, Dialog, Portal } from '@chakra-ui/react'
import { useState } from 'react'
import { texts } from '#contract/texts.ts'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { DriveSearch } from './DriveSearch.tsx'
import { searchTitle, useDriveSearch } from './useDriveSearch.ts'

/** Finds a drive from every page. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog.Root
      size="md"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      open={isOpen}
      onOpenChange={(to) => !to.open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Search />
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Search() {
  const [text, setText] = useState('')
  const found = useDriveSearch(text)
  return (
    <>
      <Dialog.Header pe="12">
        <Dialog.Title textStyle="lg">{searchTitle(found.total)}</Dialog.Title>
      </Dialog.Header>
      <Box px="6" pb="4">
        <SearchBox label={texts.searchDrive} value={text} onSearch={setText} isWide />
      </Box>
      <Dialog.Body pt="1" px="6" pb="5" bg="bg.canvas" borderTopWidth="1px" borderBottomRadius="l3">
        <Box pt="4">
          <DriveSearch found={found} />
        </Box>
      </Dialog.Body>
    </>
  )
}
