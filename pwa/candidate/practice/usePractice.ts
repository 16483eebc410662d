import { useEffect, useRef, useState } from 'react'
import type { RunItem, SaveLight } from '#pwa/attempt/api.ts'
import { readStoredJson, readText, writeText } from '../stored.ts'
import { type PracticeLanguage, practiceLanguages, problem, question } from './content.ts'

/** Apart from the keys of a test: it belongs to none. */
const KEY = 'holdfast.practice'

/** The work done in the practice: on this device alone, until the practice is left. */
interface Practice {
  language: PracticeLanguage
  /** By language. */
  code: Record<string, string>
  selected: number[]
}

/** As it was kept; whatever is missing or strange there begins anew. */
function readKept(): Practice {
  const { language, code, selected } = readStoredJson(KEY)
  const known = typeof code === 'object' && code !== null ? Object.entries(code) : []
  const options = question.options.map(({ id }) => id)
  return {
    language: practiceLanguages.find(({ id }) => id === language) ?? practiceLanguages[0],
    code: Object.fromEntries(known.filter(([, text]) => typeof text === 'string')),
    selected: Array.isArray(selected) ? options.filter((id) => selected.includes(id)) : [],
  }
}

/** @returns whether it is on the device now */
function keep({ language, code, selected }: Practice): boolean {
  const text = JSON.stringify({ language: language.id, code, selected })
  writeText(KEY, text)
  return readText(KEY) === text
}

const forget = (): void => writeText(KEY, null)

export type Part = 'code' | 'choice'

const told = (change: Pick<RunItem, 'stage'> & Partial<RunItem>): RunItem => ({
  problemId: problem.id,
  place: 'device',
  message: null,
  result: null,
  custom: false,
  text: '',
  languageId: 0,
  at: Date.now(),
  refusedUntil: null,
  canRunHere: false,
  ...change,
})

/** The actions of the practice. Nothing of it leaves the device, and leaving the page forgets it. */
export function usePractice() {
  const [practice, setPractice] = useState(readKept)
  const [lights, setLights] = useState<Partial<Record<Part, SaveLight>>>({})
  const [run, setRun] = useState<RunItem | null>(null)
  const runs = useRef(0)
  useEffect(() => forget, [])

  const change = (part: Part, next: Partial<Practice>): void => {
    const whole = { ...practice, ...next }
    setPractice(whole)
    setLights((before) => ({ ...before, [part]: { state: keep(whole) ? 'device' : 'unsaved', at: null } }))
  }
  const { language } = practice
  const source = practice.code[language.id] ?? language.starter

  const start = async (): Promise<void> => {
    const mine = ++runs.current
    const show = (item: RunItem): void => {
      if (mine === runs.current) setRun(item)
    }
    show(told({ stage: 'running' }))
    try {
      const { runOnDevice } = await import('#pwa/runner/runOnDevice.ts')
      const result = await runOnDevice({ language: language.id, source, problem })
      show(told({ stage: 'done', result }))
    } catch (error) {
      show(told({ stage: 'failed', message: error instanceof Error ? error.message : String(error) }))
    }
  }
  return {
    practice,
    source,
    lights,
    run,
    busy: run?.stage === 'running',
    type: (text: string) => change('code', { code: { ...practice.code, [language.id]: text } }),
    choose: (next: Practice['language']) => change('code', { language: next }),
    select: (selected: number[]) => change('choice', { selected }),
    start,
  }
}
export type PracticeWork = ReturnType<typeof usePractice>
