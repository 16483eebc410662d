import { chakra, HStack, IconButton, useSlotRecipe } from '@chakra-ui/react'
import { Annoyed, CircleSlash, Frown, Laugh, type LucideIcon, Smile, SmilePlus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { RATINGS } from '#contract/constants.ts'
import type { FeedbackView } from '#contract/views/assessment.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { StateBadge, type Tone } from '#pwa/ui/StateBadge.tsx'

interface Look {
  icon: LucideIcon
  tone: Tone
  word: string
}

const icons: Record<(typeof RATINGS)[number]['name'], { icon: LucideIcon; tone: Tone }> = {
  sad: { icon: Frown, tone: 'bad' },
  sceptic: { icon: Annoyed, tone: 'warn' },
  smile: { icon: Smile, tone: 'quiet' },
  happiness: { icon: Laugh, tone: 'ok' },
  happy: { icon: SmilePlus, tone: 'ok' },
}

/** A rating as shape, colour and its word; 5 is the saddest. */
function lookOf(rating: number | null): Look {
  const known = RATINGS.find(({ value }) => value === rating)
  if (!known) return { icon: CircleSlash, tone: 'quiet', word: 'No rating' }
  return { ...icons[known.name], word: known.label }
}

const LONGEST_ANSWER = 280

/** One candidate's rating and words. */
export function FeedbackTile({ feedback, onDelete }: { feedback: FeedbackView; onDelete: () => void }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const nameId = useId()
  const { candidate_name, drive_name, answer, rating } = feedback
  const { icon, tone, word } = lookOf(rating)
  return (
    <chakra.article css={styles.root} aria-labelledby={nameId}>
      <chakra.div css={styles.body}>
        <HStack justify="space-between" gap="2" minW="0">
          <StateBadge icon={icon} tone={tone}>
            {word}
          </StateBadge>
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={`Delete the feedback of ${candidate_name}`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </HStack>
        <chakra.p
          minH="36px"
          overflowWrap="anywhere"
          whiteSpace="pre-line"
          color={answer ? 'fg' : 'fg.subtle'}
        >
          {answer ? (
            <ReadMore text={answer} what={`the feedback of ${candidate_name}`} limit={LONGEST_ANSWER} />
          ) : (
            'No comment'
          )}
        </chakra.p>
        <div>
          <chakra.h2 css={styles.title} id={nameId} title={candidate_name}>
            {candidate_name}
          </chakra.h2>
          <chakra.p textStyle="xs" color="fg.subtle" truncate title={drive_name}>
            {drive_name}
          </chakra.p>
        </div>
      </chakra.div>
    </chakra.article>
  )
}
