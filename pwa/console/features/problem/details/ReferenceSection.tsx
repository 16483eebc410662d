import { Box, Heading } from '@chakra-ui/react'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { Empty } from '#pwa/ui/Said.tsx'
import type { Language } from '../../../languages/useLanguages.ts'
import type { ProblemView } from '../../../views.ts'

/** The program that passes every test, for staff alone. */
export function ReferenceSection({
  problem: { reference },
  languages,
}: {
  problem: ProblemView
  languages: readonly Language[]
}) {
  const language = languages.find(({ id }) => id === reference?.language_id)?.name
  return (
    <section aria-label="Reference solution">
      <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
        Reference solution{language && ` in ${language}`}
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        {reference ? (
          <CodeBlock code={reference.source} label="Reference solution" />
        ) : (
          <Empty>It has no reference solution: nothing has shown that its tests can be passed.</Empty>
        )}
      </Box>
    </section>
  )
}
