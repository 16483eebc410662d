import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Checker } from '#contract/forms/bank.ts'
import type { Judging } from '#contract/judging.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import type { CheckView } from '#contract/views/bank.ts'
import { request } from '../../../kit/http/request.ts'

/** A program and the tests it is run on; none of it need be saved. */
export interface CheckAsked {
  language_id: number
  source: string
  tests: { input: string; output: string; marks: number; is_sample: boolean }[]
  checker: Checker
  tolerance: string | null
  limits: ProblemLimits | null
  judging: Judging | null
}

const POLL_MS = 500
const LONGEST_WAIT_MS = 600_000
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs a program of staff on tests; how far it has come is told as it goes, and leaving the page ends the asking. */
export function useCheck() {
  const [progress, setProgress] = useState<CheckView | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: async (asked: CheckAsked): Promise<CheckView> => {
      const { data } = await request('postCheck', { body: asked, timeoutMs: 60_000 })
      for (let waited = 0; waited < LONGEST_WAIT_MS && isHere.current; waited += POLL_MS) {
        const { check } = (await request('getCheck', { params: { id: data.check.id } })).data
        setProgress(check)
        if (check.status === 'done') return check
        await wait(POLL_MS)
      }
      throw new Error('The program is still waiting for an engine. Try again in a minute.')
    },
  })
  const { mutate, isPending, error } = mutation
  return {
    isRunning: isPending,
    error,
    /** As far as the newest has come. */
    progress,
    start(asked: CheckAsked, onDone?: (check: CheckView) => void): void {
      setProgress(null)
      mutate(asked, { onSuccess: onDone })
    },
  }
}
