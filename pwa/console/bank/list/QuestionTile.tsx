import { chakra, HStack, IconButton, Link as TextLink } from '@chakra-ui/react'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import { kindLabels, questionKindOf } from '#contract/questionKinds.ts'
import type { QuestionCard as Question } from '#contract/views/drive.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { cutName } from '#pwa/ui/field/names.ts'
import { plainText } from '#pwa/ui/plainText.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { formatSpan } from '../../kit/format/dates.ts'
import { urls } from '../../urls.ts'
import { useDelete } from './actions.ts'

/** One MCQ: its words lead to its details; beside it what can be done with it. */
export function QuestionTile({ question }: { question: Question }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDelete('question', () => setAsking(false))
  const { id, marks, difficulty_list, tag_list, time_in_seconds } = question
  const words = plainText(question.description)
  const name = cutName(words)
  const facts = [
    difficulty_list[0],
    kindLabels[questionKindOf(question)],
    formatSpan(time_in_seconds),
    plural(marks, 'mark'),
    tag_list.join(', '),
  ].filter(Boolean)
  return (
    <chakra.article
      bg="bg"
      borderWidth="1px"
      borderRadius="8px"
      ps="4"
      pe="2"
      py="3"
      display="flex"
      gap="3"
      alignItems="flex-start"
      aria-label={name}
    >
      <chakra.div flex="1" minW="0" display="grid" gap="1">
        <TextLink asChild fontWeight="500" lineClamp="3" overflowWrap="anywhere" color="fg">
          <Link to={urls.questionDetails(id)}>{words}</Link>
        </TextLink>
        <chakra.p textStyle="xs" color="fg.subtle" overflowWrap="anywhere" lineClamp="2">
          {facts.join(' · ')}
        </chakra.p>
        <chakra.p textStyle="xs" color="fg.subtle" fontVariantNumeric="tabular-nums">
          Asked {question.times_asked} time(s)
        </chakra.p>
      </chakra.div>
      <HStack gap="0.5" flexShrink="0">
        <IconButton variant="ghost" size="sm" asChild>
          <Link to={urls.editQuestion(id)} aria-label={`Edit ${name}`} title="Edit">
            <Pencil aria-hidden />
          </Link>
        </IconButton>
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </HStack>
      <ConfirmDialog
        isOpen={isAsking}
        title={
          <>
            {consoleTexts.wishToDelete} question{' '}
            <ReadMore text={words} what="question" limit={LONGEST_NAME} />?
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
