import { Button, chakra, HStack, IconButton, Menu, Portal, useSlotRecipe } from '@chakra-ui/react'
import { Download, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import type { ProblemCard as Problem } from '#contract/views/drive.ts'
import { ActionMenu } from '#pwa/ui/ActionMenu.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { urls } from '../../urls.ts'
import { useDelete, usePackageDownload } from './actions.ts'

/** One problem: what it is, how often it was asked, and what can be done with it. */
export function ProblemTile({ problem }: { problem: Problem }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  const remove = useDelete('problem', () => setAsking(false))
  const { id, title, difficulty, tags, marks, time_in_minutes } = problem
  const facts = [difficulty, `${time_in_minutes} min`, plural(marks, 'mark')].join(' · ')
  return (
    <chakra.article css={styles.root} aria-labelledby={titleId} display="flex" flexDirection="column">
      <chakra.div css={styles.body} flex="1" alignContent="start" gap="2">
        <chakra.h2 css={styles.title} id={titleId} title={title}>
          {title}
        </chakra.h2>
        <chakra.p textStyle="sm" color="fg.muted" lineClamp="3" overflowWrap="anywhere" minH="54px">
          {plainText(problem.description)}
        </chakra.p>
        <chakra.p textStyle="xs" color="fg.subtle" truncate title={tags.join(', ')}>
          {facts}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </chakra.p>
      </chakra.div>
      <chakra.div css={styles.foot} alignItems="center">
        <Button variant="outline" size="sm" asChild>
          <Link to={urls.problemDetails(id)} aria-describedby={titleId}>
            Details
          </Link>
        </Button>
        <chakra.span textStyle="xs" color="fg.subtle" fontVariantNumeric="tabular-nums">
          Asked {problem.times_asked} time(s)
        </chakra.span>
        <HStack ms="auto" gap="1">
          <IconButton variant="ghost" size="sm" asChild>
            <Link to={urls.editProblem(id)} aria-label={`Edit ${title}`}>
              <Pencil aria-hidden />
            </Link>
          </IconButton>
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={`Delete ${title}`}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden />
          </IconButton>
          <MoreMenu problem={problem} />
        </HStack>
      </chakra.div>
      <ConfirmDialog
        isOpen={isAsking}
        title={
          <>
            {consoleTexts.wishToDelete} problem <ReadMore text={title} what="title" limit={LONGEST_NAME} />?
          </>
        }
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(id)}
        onCancel={() => setAsking(false)}
      />
    </chakra.article>
  )
}

/** The less frequent actions on a problem. */
function MoreMenu({ problem: { id, title } }: { problem: Problem }) {
  const { isPending, download } = usePackageDownload(id)
  return (
    <ActionMenu lazyMount unmountOnExit onSelect={download}>
      <Menu.Trigger asChild>
        <SteadyButton variant="ghost" size="sm" px="0" aria-label={`More for ${title}`} loading={isPending}>
          <EllipsisVertical aria-hidden />
        </SteadyButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="package">
              <Download size={16} aria-hidden />
              Download package
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </ActionMenu>
  )
}
