import { Button, chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'

export default function NotFoundPage() {
  usePageTitle(texts.pageNotFound)
  return (
    <chakra.main id="content" tabIndex={-1} outline="none">
      <Trouble
        title={texts.pageNotFound}
        text="It may have been moved or deleted, or the address may be wrong."
      >
        <Button asChild>
          <Link to={urls.home}>Back</Link>
        </Button>
      </Trouble>
    </chakra.main>
  )
}
