import { Box, chakra, Dialog, Grid, Heading, Text } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { plural } from '#contract/plural.ts'
import { bringsExample } from '#pwa/markdown/examples.ts'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { Picture } from '#pwa/ui/Picture.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'
import { useKeptState } from '../../../kit/drafts/useKeptState.ts'
import { shownAt } from '../../../kit/fields/uploadImage.ts'
import { Bench, type BenchTexts } from './Bench.tsx'
import { marksOf, type Tried } from './tried.ts'

interface Props {
  problem: Tried
  /** Name under which what is written is kept until the dialog is closed. */
  draft: string
  onClose: () => void
}

const nothing: BenchTexts = { programs: {}, input: '' }

/** The problem as a candidate meets it: statement, samples, editor, Run and Submit. Nothing of it is a result. */
export function TryDialog({ problem, draft, onClose }: Props) {
  const written = useKeptState<BenchTexts>(draft, nothing)
  const samples = problem.tests.filter((test) => test.is_sample)
  // As for candidates: most statements bring their own example, and until the text is set nothing is shown beside it.
  const [hasExample, setHasExample] = useState(true)
  const lookForExample = useCallback((drawn: HTMLElement) => setHasExample(bringsExample(drawn)), [])
  const marks = marksOf(problem.tests)
  const facts = [
    problem.difficulty,
    plural(marks, 'mark'),
    problem.minutes && plural(Number(problem.minutes), 'minute'),
    problem.submissions > 0 && plural(problem.submissions, 'submission'),
  ]
  const image = shownAt(problem.imageUrl)
  return (
    <DialogShell
      size="full"
      placement="top"
      isHeld
      cross={{ 'aria-label': 'Close the test run' }}
      onClose={() => {
        written.forget()
        onClose()
      }}
    >
      <Dialog.Header minH="56px" py="0" alignItems="center" borderBottomWidth="1px">
        <Dialog.Title textStyle="lg" pe="10" truncate>
          Try as a candidate: {problem.title}
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body p="0" overflow={{ lg: 'hidden' }}>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
          height={{ lg: 'calc(100dvh - 56px)' }}
        >
          <Box
            as="article"
            aria-label={problem.title}
            p={{ base: '4', md: '6' }}
            overflowY={{ lg: 'auto' }}
            borderEndWidth={{ lg: '1px' }}
            tabIndex={0}
          >
            <Heading as="h2" textStyle="xl" fontWeight="600">
              {problem.title}
            </Heading>
            <Text textStyle="sm" color="fg.subtle" mb="4">
              {facts.filter(Boolean).join(' · ')}
            </Text>
            <Statement text={problem.description} pictures={problem.pictures} onDrawn={lookForExample} />
            {image && (
              <Box mt="4">
                <Picture src={image} alt={problem.imageAlt || `Picture of ${problem.title}`} />
              </Box>
            )}
            {!hasExample &&
              samples.map((sample, index) => (
                <Sample
                  // biome-ignore lint/suspicious/noArrayIndexKey: samples never change their order
                  key={index}
                  name={`Example ${index + 1}`}
                  sample={sample}
                />
              ))}
            {samples.length === 0 && (
              <Text mt="5" textStyle="sm" color="fg.warning">
                No test is marked as a sample, so candidates can only run their program on their own input.
              </Text>
            )}
          </Box>
          <Bench problem={problem} written={written.value} onWritten={written.set} />
        </Grid>
      </Dialog.Body>
    </DialogShell>
  )
}

function Sample({ name, sample }: { name: string; sample: Tried['tests'][number] }) {
  const part = (label: string, text: string) => (
    <Box p="3" minW="0">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <chakra.pre textStyle="code" overflowX="auto" tabIndex={0}>
        {text}
      </chakra.pre>
    </Box>
  )
  return (
    <Box as="section" aria-label={name} mt="5">
      <Heading as="h3" textStyle="md" fontWeight="600" mb="1.5">
        {name}
      </Heading>
      <Grid
        templateColumns="1fr 1fr"
        borderWidth="1px"
        borderRadius="l3"
        overflow="hidden"
        bg="bg.subtle"
        css={{ '& > * + *': { borderInlineStartWidth: '1px' } }}
      >
        {part('Input', sample.input)}
        {part('Output', sample.output)}
      </Grid>
    </Box>
  )
}
