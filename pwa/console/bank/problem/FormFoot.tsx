import { HStack, Text } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { problemErrorCount } from './errors.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { Reference } from './useReference.ts'

interface Props {
  form: ProblemFormModel
  reference: Reference
  isUploading: boolean
  /** It was saved with fewer tests than one may leave it with. */
  isShort: boolean
  onBack: () => void
  onSave: () => void
}

/** The reason why the problem cannot be saved, in words; null if it can be. */
function blockOf({ reference, isUploading }: Pick<Props, 'reference' | 'isUploading'>): string | null {
  if (isUploading) return 'The picture is still uploading.'
  const { failed } = reference
  if (failed > 0)
    return `The reference fails ${failed === 1 ? 'one test' : `${failed} tests`}. Fix the test${failed === 1 ? '' : 's'} or the solution before saving.`
  return null
}

const UNPROVEN = 'The reference solution has not been run on these tests yet.'

/** The foot of a problem's form, with what its tests and its reference solution say to saving it. */
export function FormFoot({ form, reference, isUploading, isShort, onBack, onSave }: Props) {
  const block = blockOf({ reference, isUploading })
  // Nothing keeps it from being saved: whoever saves it has read so.
  const unproven = reference.isUnproven && !reference.isRunning ? UNPROVEN : null
  return (
    <FormFooter
      onBack={onBack}
      action={form.isNew ? 'Save' : 'Update'}
      onAction={onSave}
      isBusy={form.isBusy}
      isBlocked={block !== null || (!form.isNew && !form.isDirty)}
      refusal={form.refusal}
      wrong={problemErrorCount(form.errors)}
    >
      {(block ?? unproven) ? (
        <HStack role="status" color="fg.warning" gap="2">
          <TriangleAlert size={16} aria-hidden style={{ flexShrink: 0 }} />
          {block ?? unproven}
        </HStack>
      ) : isShort ? (
        <Text role="status" color="fg.warning">
          {consoleTexts.twoTestCases}
        </Text>
      ) : (
        <Text color="fg.muted" hideBelow="md">
          {hintOf(form, reference)}
        </Text>
      )}
    </FormFooter>
  )
}

function hintOf({ isDirty, isNew }: ProblemFormModel, { isRunning }: Reference): string {
  if (isRunning) return 'Running the reference solution on the tests.'
  if (!isNew && !isDirty) return 'Nothing has changed.'
  return isNew
    ? 'Not visible to candidates until a drive uses it.'
    : 'Running tests keep the version they started with.'
}
