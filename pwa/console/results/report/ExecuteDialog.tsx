import { Box, chakra, Dialog, Field, Heading, HStack, Textarea } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ProblemReport } from '#contract/views/admin.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { useKeptState } from '../../kit/drafts/useKeptState.ts'
import { request } from '../../kit/http/request.ts'

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
    <DialogShell
      size="xl"
      title={
        <>
          {problem.title}
          {problem.language && ` · ${problem.language}`}
        </>
      }
      onClose={() => {
        forget()
        onClose()
      }}
    >
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
          <SteadyButton size="lg" onClick={start} loading={run.isPending} loadingText={texts.runCode}>
            <Play aria-hidden />
            {texts.runCode}
          </SteadyButton>
        </Box>
      </Dialog.Body>
    </DialogShell>
  )
}

interface Run {
  status: 'queued' | 'running' | 'done'
  outcome: string | null
  message: string | null
  stdout: string | null
  stderr: string | null
  compile_output: string | null
  cpu_ms: number | null
  samples: { outcome: string; passed: boolean; stdout: string }[]
}

const POLL_MS = 700
const LONGEST_WAIT_MS = 120_000

/** base64 of UTF-8, as the runs tell their output. */
function decode(base64: string | null): string {
  if (!base64) return ''
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
}

interface RunOutput {
  text: string
  /** In words: how it ended, how many sample tests passed. */
  summary: string
  isGood: boolean
}

function outputOf(run: Run): RunOutput {
  const passed = run.samples.filter((sample) => sample.passed).length
  // Against the sample tests the run's own output is that of the first.
  const printed = run.samples.length > 0 ? '' : decode(run.stdout)
  // If the engine is the compiler too, both say the same.
  const own = new Set([decode(run.compile_output), printed, decode(run.stderr)].filter(Boolean))
  const ofSamples = run.samples.map((sample, i) => `Sample ${i + 1}\n${decode(sample.stdout)}`)
  const tests = run.samples.length > 0 ? `${passed} of ${run.samples.length} sample tests passed` : null
  const ended = run.outcome === 'ok' ? null : (run.message ?? run.outcome)
  return {
    text: [...own, ...ofSamples].join('\n') || '(no output)',
    summary: [tests, ended, run.cpu_ms === null ? null : `${Math.round(run.cpu_ms)} ms`]
      .filter(Boolean)
      .join(' · '),
    isGood: run.outcome === 'ok' && passed === run.samples.length,
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs a program on the server in the name of the staff: against an input of one's own, or the sample tests. */
function useRun() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (given: {
      language_id: number
      source_code: string
      problem_id: number
      /** The report's attempt: its version of the problem is run. */
      token: string
      stdin?: string
    }): Promise<RunOutput> => {
      const { data } = await request('postExecution', { body: given })
      for (let waited = 0; waited < LONGEST_WAIT_MS; waited += POLL_MS) {
        await wait(POLL_MS)
        const run = (await request('getExecution', { params: { token: data.token } })).data
        if (run.status === 'done') return outputOf(run)
      }
      throw new Error('The program is still waiting for an engine. Try again in a minute.')
    },
  })
}
