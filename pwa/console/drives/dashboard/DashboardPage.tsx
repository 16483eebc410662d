import { Box, Button, chakra, Heading, HStack, Tabs } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useEntries } from '#pwa/console/kit/list/useListAddress.ts'
import { Count } from '#pwa/ui/Count.tsx'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { formatToday, useNow } from '../../kit/format/dates.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { ColumnBody, type ColumnState, useColumn } from './ColumnBody.tsx'
import { type ColumnInfo, completed, ongoing, upcoming } from './columns.ts'
import { Waiting } from './Waiting.tsx'

export default function DashboardPage() {
  usePageTitle('Home')
  const isWide = useMedia('(min-width: 1024px)')
  const today = useNow(60_000)
  const filled = [
    { column: ongoing, state: useColumn(ongoing) },
    { column: upcoming, state: useColumn(upcoming) },
    { column: completed, state: useColumn(completed) },
  ]
  const Frame = isWide ? FullHeight : Fragment
  return (
    <Frame>
      <PageHeader
        title="Home"
        beside={
          <chakra.span color="fg.subtle" textStyle="sm" hideBelow="md">
            {formatToday(new Date(today))}
          </chakra.span>
        }
        actions={
          <Button hideBelow="md" asChild>
            <Link to={urls.newDrive}>
              <Plus aria-hidden />
              New Drive
            </Link>
          </Button>
        }
      />
      <Waiting />
      {isWide ? <Board filled={filled} /> : <ColumnTabs filled={filled} />}
    </Frame>
  )
}

/** The columns where they do not fit side by side. */
function ColumnTabs({ filled }: { filled: readonly Filled[] }) {
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

interface Filled {
  column: ColumnInfo
  state: ColumnState
}

/** Three columns side by side; each scrolls for itself. */
function Board({ filled }: { filled: readonly Filled[] }) {
  return (
    <Box
      flex="1"
      minH="0"
      display="grid"
      gridTemplateColumns="repeat(3, minmax(0, 1fr))"
      gap="3"
      px={{ base: '4', '2xl': '6' }}
      py="4"
    >
      {filled.map(({ column, state }) => (
        <chakra.section
          key={column.status}
          aria-label={column.name}
          bg="bg.canvas"
          borderRadius="l3"
          display="flex"
          flexDirection="column"
          minH="0"
        >
          <HStack px="3.5" h="44px" flexShrink="0" gap="2">
            <chakra.span color={column.status === 'ongoing' ? 'fg.success' : 'fg.subtle'} asChild>
              <column.icon size={16} aria-hidden />
            </chakra.span>
            <Heading as="h2" textStyle="md" fontWeight="600">
              {column.name}
            </Heading>
            <chakra.span color="fg.subtle" fontVariantNumeric="tabular-nums">
              {state.total ?? ''}
            </chakra.span>
          </HStack>
          <Box
            px="2"
            pb="2"
            overflowY="auto"
            flex="1"
            tabIndex={0}
            role="group"
            aria-label={`${column.name} drives`}
          >
            <ColumnBody column={column} state={state} />
          </Box>
        </chakra.section>
      ))}
    </Box>
  )
}
