import { useMutation } from '@tanstack/react-query'
import { ask } from '../../http/ask.ts'

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

export interface RunOutput {
  text: string
  /** In words: how it ended, how many sample tests passed. */
  summary: string
  isGood: boolean
}

function outputOf(run: Run): RunOutput {
  const passed = run.samples.filter((sample) => sample.passed).length
  // Against the sample tests the run's own output is that of the first.
  const printed = run.samples.length > 0 ? '' : decode(run.stdout)
  // Where the engine is the compiler too both say the same.
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
export function useRun() {
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
      const { data } = await ask<{ token: string }>('postExecution', { body: given })
      for (let waited = 0; waited < LONGEST_WAIT_MS; waited += POLL_MS) {
        await wait(POLL_MS)
        const run = (await ask<Run>('getExecution', { params: { token: data.token } })).data
        if (run.status === 'done') return outputOf(run)
      }
      throw new Error('The program is still waiting for an engine. Try again in a minute.')
    },
  })
}
