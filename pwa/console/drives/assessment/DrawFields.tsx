import { Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NamesField } from '#pwa/ui/field/NamesField.tsx'
import { queryOf } from '../../kit/http/queryOf.ts'
import { CountFields } from './CountFields.tsx'
import { NOTHING_TO_ASK } from './fields.ts'
import type { Assessing } from './useAssessmentForm.ts'

/** What is drawn from the bank: with which tags, and how many of each difficulty. */
export function DrawFields({ assessing }: { assessing: Assessing }) {
  const { form, allowed, available, countsFault, isFixed, setTagList } = assessing
  const tags = useQuery(queryOf('getTags'))
  const names = useMemo(() => (tags.data?.tags ?? []).map((tag) => tag.name), [tags.data])
  const counts = (name: 'problem_count_hash' | 'mcq_count_hash', legend: string) => (
    <CountFields
      name={name}
      legend={legend}
      values={form.values[name]}
      available={available[name]}
      isFixed={isFixed}
      faultOf={form.faultOf}
      onChange={(to) => form.set(name, to)}
    />
  )
  if (!allowed.allow_coding && !allowed.allow_mcq)
    return (
      <Text textStyle="sm" color="fg.warning">
        {NOTHING_TO_ASK}
      </Text>
    )
  return (
    <>
      {isFixed && (
        <Text textStyle="sm" color="fg.muted">
          Somebody has begun this assessment: its questions stay as they were drawn. Copy it to draw others.
        </Text>
      )}
      <NamesField
        name="tag_list"
        label="Tags"
        placeholder={tags.isPending ? 'Loading...' : 'All tags'}
        help={
          tags.isError
            ? `The tags could not be loaded. ${tags.error.message}`
            : 'Draws questions with any of these tags; none = whole bank.'
        }
        names={names}
        canCreate={false}
        value={form.values.tag_list}
        fault={form.faultOf('tag_list')}
        isDisabled={isFixed}
        onChange={(to) => setTagList([...to])}
        onTouched={() => {}}
      />
      {allowed.allow_coding && counts('problem_count_hash', 'Problems')}
      {allowed.allow_mcq && counts('mcq_count_hash', 'MCQs')}
      {countsFault && (
        <Text role="alert" textStyle="sm" color="fg.warning">
          How many there are to draw from could not be loaded. {countsFault.message}
        </Text>
      )}
    </>
  )
}
