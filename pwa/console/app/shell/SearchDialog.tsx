import { Box, chakra, Dialog, VisuallyHidden } from '@chakra-ui/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { DriveSearch, searchTitle, useDriveSearch } from '../../drives/search/DriveSearch.tsx'
import { useSession } from '../../kit/session/sessionStore.ts'
import { urls } from '../../urls.ts'
import { navItemsOf } from './navigation.ts'
import { startsAWord, useOptions } from './useOptions.ts'

/** Finds a drive or a screen from every page; all of it goes by keys. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <DialogShell placement="top" isOpen={isOpen} onClose={onClose}>
      <Search />
    </DialogShell>
  )
}

function Search() {
  const [text, setText] = useState('')
  const found = useDriveSearch(text)
  const ways = useWays(text)
  const { active, onKeyDown } = useOptions(
    [
      ...found.rows.map((drive) => ({
        name: drive.name,
        to: drive.drive_status === 'completed' ? urls.result(drive.id) : urls.candidates(drive.id),
      })),
      ...ways.map(({ name, to }) => ({ name, to })),
    ],
    found.query.isSuccess ? text : null,
  )
  const activeDrive = active === null ? null : (found.rows[active.index]?.id ?? null)
  return (
    // Keys of the box within: up and down choose, Enter opens.
    <chakra.div display="contents" onKeyDownCapture={onKeyDown}>
      <Dialog.Header pe="12">
        <Dialog.Title textStyle="lg">{searchTitle(found.total)}</Dialog.Title>
      </Dialog.Header>
      <Box px="6" pb="4">
        <SearchBox label={texts.searchDrive} value={text} onSearch={setText} isWide />
        <VisuallyHidden role="status">{active && `${active.name}: press Enter to open`}</VisuallyHidden>
      </Box>
      <Dialog.Body pt="1" px="6" pb="5" bg="bg.canvas" borderTopWidth="1px" borderBottomRadius="l3">
        <Box pt="4">
          <DriveSearch found={found} activeId={activeDrive} />
        </Box>
        {ways.length > 0 && (
          <WayList ways={ways} active={active === null ? null : active.index - found.rows.length} />
        )}
      </Dialog.Body>
    </chakra.div>
  )
}

/** The screens that a text names: below the drives, which the search is called after. */
function useWays(text: string) {
  const session = useSession()
  if (!session) return []
  const { main, records } = navItemsOf(session.user)
  return [...main, ...records].filter(({ name }) => startsAWord(name, text))
}

function WayList({ ways, active }: { ways: ReturnType<typeof useWays>; active: number | null }) {
  return (
    <chakra.ul listStyle="none" pt="3" aria-label="Screens">
      {ways.map(({ name, icon: Icon, to }, index) => (
        <li key={to}>
          <chakra.span
            asChild
            display="flex"
            alignItems="center"
            gap="2.5"
            px="2"
            py="1.5"
            borderRadius="l2"
            bg={index === active ? 'bg.accent' : undefined}
            outline={index === active ? '2px solid' : undefined}
            outlineColor="sea"
          >
            <Link to={to}>
              <Icon size={16} aria-hidden />
              {name}
            </Link>
          </chakra.span>
        </li>
      ))}
    </chakra.ul>
  )
}
