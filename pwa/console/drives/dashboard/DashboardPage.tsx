import { Button, chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { formatToday } from '../../kit/format/dates.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { usePageTitle } from '../../kit/page/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { Board } from './Board.tsx'
import { ColumnTabs } from './ColumnTabs.tsx'
import { completed, ongoing, upcoming } from './columns.ts'
import { useColumn } from './useColumn.ts'
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
