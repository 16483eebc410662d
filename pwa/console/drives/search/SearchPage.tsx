import { Box, VisuallyHidden } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { DriveSearch, searchTitle, useDriveSearch } from './DriveSearch.tsx'

export default function SearchPage() {
  usePageTitle(texts.searchDrive)
  const { search, setSearch } = useListAddress()
  const found = useDriveSearch(search)
  return (
    <>
      <PageHeader title={searchTitle(found.total)} />
      <Box px={{ base: '4', md: '6' }} py="5" display="grid" gap="4" maxW="44rem" bg="bg">
        <SearchBox label={texts.searchDrive} value={search} onSearch={setSearch} isWide />
        <Box as="section" aria-labelledby="found">
          <VisuallyHidden asChild>
            <h2 id="found">Drives found</h2>
          </VisuallyHidden>
          <DriveSearch found={found} />
        </Box>
      </Box>
    </>
  )
}
