import { Field, SimpleGrid, Textarea } from '@chakra-ui/react'
import { typedTestCase } from '#contract/forms/bank.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { fieldBorder } from '#pwa/ui/field/field.ts'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import type { TestValue } from './values.ts'

interface Props {
  /** The one that is edited; null for a new one. */
  test: TestValue | null
  /** The test's name on the page. */
  name: string
  /** Name under which what is typed is kept. */
  draft: string
  onDone: (given: Pick<TestValue, 'input' | 'output' | 'marks' | 'is_sample' | 'group_name'>) => void
  onCancel: () => void
}

/** One test: what goes in, what must come out, what it is worth, and whether candidates see it. */
export function TestDialog({ test, name, draft, onDone, onCancel }: Props) {
  const form = useForm({
    initial: {
      input: test?.input ?? '',
      output: test?.output ?? '',
      marks: test?.marks ?? '',
      is_sample: test?.is_sample ?? false,
      group_name: test?.group_name ?? '',
    },
    draft,
    schema: typedTestCase,
    onSubmit: ({ marks }, { input, output, is_sample, group_name }) =>
      onDone({ input, output, is_sample, marks: String(marks), group_name: group_name.trim() }),
  })
  const area = (field: 'input' | 'output', label: string) => {
    const { error, onChange, onTouched, ...rest } = form.bind(field)
    return (
      <Field.Root invalid={error !== undefined}>
        <Field.Label>{label}</Field.Label>
        <Textarea
          {...rest}
          rows={8}
          fontFamily="mono"
          textStyle="code"
          bg="bg"
          borderColor={fieldBorder(error)}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onTouched}
        />
        <Field.ErrorText role="status">{error}</Field.ErrorText>
      </Field.Root>
    )
  }
  return (
    <FormDialog
      isOpen
      size="lg"
      title={test ? `Edit ${name}` : 'Add Test Case'}
      action={test ? 'Update' : 'Add'}
      isDirty={form.isDirty}
      refusal={form.refusal}
      // The page's own form is round this one in React's tree: it is not sent by it.
      onSubmit={(event) => {
        event.stopPropagation()
        void form.submit(event)
      }}
      onCancel={() => form.giveUp(onCancel)}
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {area('input', 'Input')}
        {area('output', 'Output')}
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="end">
        <TextField {...form.bind('marks')} label="Marks" inputMode="numeric" autoComplete="off" />
        <TextField
          {...form.bind('group_name')}
          label="Group"
          help="Tests of one group earn their marks together"
          autoComplete="off"
        />
        <Tick
          name="is_sample"
          label="Sample: candidates see it and its output"
          isTicked={form.values.is_sample}
          onTick={(to) => form.set('is_sample', to)}
        />
      </SimpleGrid>
    </FormDialog>
  )
}
