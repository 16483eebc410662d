import {
  Box,
  Button,
  CloseButton,
  chakra,
  Dialog,
  Field,
  Heading,
  HStack,
  Portal,
  Textarea,
} from '@chakra-ui/react'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { useKeptState } from '../../local/useKeptState.ts'
import type { ProblemReport } from '../../views.ts'
import { useRun } from './useRun.ts'

interface Props {
  problem: ProblemReport
  code: string
  languageId: number
  onClose: () => void
}

const blocked = {
  onCopy: (event: React.ClipboardEvent) => event.preventDefault(),
  onCut: (event: React.ClipboardEvent) => event.preventDefault(),
  onPaste: (event: React.ClipboardEvent) => event.preventDefault(),
}

/** The program to read beside a panel that runs it; running it changes nothing of the result. */
export function ExecuteDialog({ problem, code, languageId, onClose }: Props) {
  const [isCustom, setCustom] = useState(false)
  const { value: input, set: setInput, forget } = useKeptState(`execute:${problem.problem_id}`, '')
  const { token = '' } = useParams()
  const run = useRun()
  const start = () =>
    run.mutate({
      language_id: languageId,
      source_code: code,
      problem_id: problem.problem_id,
      token,
      ...(isCustom && { stdin: input }),
    })
  return (
    <Dialog.Root
      size="xl"
      placement="center"
      scrollBehavior="inside"
      open
      onOpenChange={({ open }) => {
        if (open) return
        forget()
        onClose()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="lg">
                {problem.title}
                {problem.language && ` · ${problem.language}`}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" gap="4" pt="0" pb="6">
              <Box borderWidth="1px" borderRadius="l2" overflow="hidden">
                <CodeBlock code={code} label={`Code of ${problem.title}, read only`} />
              </Box>
              <Box as="section" aria-label={texts.output} borderWidth="1px" borderRadius="l2">
                <HStack px="3" h="9" borderBottomWidth="1px" justifyContent="space-between">
                  <Heading as="h3" textStyle="sm" fontWeight="600">
                    {texts.output}
                  </Heading>
                  {run.data && (
                    <chakra.span textStyle="sm" color={run.data.isGood ? 'fg.success' : 'fg.warning'}>
                      {run.data.summary}
                    </chakra.span>
                  )}
                </HStack>
                <chakra.pre
                  role="status"
                  tabIndex={0}
                  textStyle="code"
                  whiteSpace="pre-wrap"
                  overflowWrap="anywhere"
                  px="3"
                  py="2"
                  minH="88px"
                  maxH="260px"
                  overflow="auto"
                  color={run.data ? 'fg' : 'fg.subtle'}
                >
                  {run.isPending
                    ? texts.loading
                    : run.isError
                      ? run.error.message
                      : (run.data?.text ?? texts.outputPlaceholder)}
                </chakra.pre>
              </Box>
              <Tick label={texts.addCustomInput} isTicked={isCustom} onTick={setCustom} />
              {isCustom && (
                <Field.Root>
                  <Field.Label>{texts.enterInput}</Field.Label>
                  <Textarea
                    {...blocked}
                    rows={3}
                    value={input}
                    fontFamily="mono"
                    onChange={(event) => setInput(event.target.value)}
                  />
                </Field.Root>
              )}
              <Box>
                <Button size="lg" onClick={start} loading={run.isPending} loadingText={texts.runCode}>
                  <Play aria-hidden />
                  {texts.runCode}
                </Button>
              </Box>
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
