import { chakra } from '@chakra-ui/react'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'

/** The reviewers' area has one page, and this is all of it. */
export default function ReviewerPage() {
  usePageTitle('Reviewer')
  return (
    <chakra.main id="content" tabIndex={-1} outline="none">
      <Trouble title="Reviewer" text="The reviewer area is not available yet." />
    </chakra.main>
  )
}
