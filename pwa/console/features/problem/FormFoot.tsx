import { Box, Button, chakra, HStack, Text } from '@chakra-ui/react'
import { ArrowLeft, TriangleAlert } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { countFaults } from './faults.ts'
import type { ProblemForm } from './useProblemForm.ts'
import type { Reference } from './useReference.ts'

interface Props {
  form: ProblemForm
  reference: Reference
  isUploading: boolean
  /** It was saved with fewer tests than one may leave it with. */
  isShort: boolean
  onBack: () => void
  onSave: () => void
}

/** What keeps it from being saved, in words; nothing where it can be. */
function blockOf({ reference, isUploading }: Pick<Props, 'reference' | 'isUploading'>): string | null {
  if (isUploading) return 'The picture is still on its way.'
  const { failed } = reference
  if (failed > 0)
    return `The reference fails ${failed === 1 ? 'one test' : `${failed} tests`}. Fix the test${failed === 1 ? '' : 's'} or the solution before saving.`
  return null
}

/** The way back, what stands against saving, and the one filled button. */
export function FormFoot({ form, reference, isUploading, isShort, onBack, onSave }: Props) {
  const block = blockOf({ reference, isUploading })
  const action = form.isNew ? 'Save' : 'Update'
  const wrong = countFaults(form.faults)
  return (
    <HStack
      as="footer"
      minH="60px"
      py="2"
      px={{ base: '4', md: '6' }}
      borderTopWidth="1px"
      gap="4"
      bg="bg"
      position="sticky"
      bottom={{ base: '68px', md: '0' }}
      zIndex="2"
    >
      <Button type="button" variant="outline" size="lg" onClick={onBack}>
        <ArrowLeft aria-hidden />
        Back
      </Button>
      <Box flex="1" minW="0" textStyle="sm">
        {form.refusal ? (
          <ServerSays>{form.refusal}</ServerSays>
        ) : wrong > 0 ? (
          <chakra.span role="alert" color="fg.error">
            {wrong === 1 ? 'One field needs your attention.' : `${wrong} fields need your attention.`}
          </chakra.span>
        ) : block ? (
          <HStack role="status" color="fg.warning" gap="2">
            <TriangleAlert size={16} aria-hidden />
            {block}
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
      </Box>
      <Button
        type="button"
        size="lg"
        onClick={onSave}
        loading={form.isBusy}
        loadingText={action}
        disabled={block !== null}
      >
        {action}
      </Button>
    </HStack>
  )
}

function hintOf({ values, isDirty, isNew }: ProblemForm, { judged, isRunning }: Reference): string {
  if (isRunning) return 'The reference solution is run on the tests.'
  if (!isNew && !isDirty) return 'Nothing is changed.'
  if (values.reference.source.trim() !== '' && judged < values.tests.length)
    return 'The reference solution was not run on these tests yet.'
  return isNew
    ? 'Candidates see nothing of it before a drive asks it.'
    : 'Tests under way keep the version they began with.'
}
