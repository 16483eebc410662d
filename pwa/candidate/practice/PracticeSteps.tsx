import { useEffect, useState, useSyncExternalStore } from 'react'
import { fetchEngines } from '#pwa/runner/ahead.ts'
import type { DeviceLanguage } from '#pwa/runner/languages.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { isOnline, subscribeOnline } from '../ui/online.ts'
import { practiceLanguages } from './content.ts'
import type { PracticeWork } from './usePractice.ts'

const AGAIN_MS = 5_000

/** Brings the engines here, the small one first, and tells which are. */
function useEngines(): readonly DeviceLanguage[] {
  const [here, setHere] = useState<readonly DeviceLanguage[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const look = async (): Promise<void> => {
      for (const { id } of practiceLanguages) {
        const kept = await fetchEngines([id]).catch(() => false)
        if (left) return
        if (kept) setHere((before) => (before.includes(id) ? before : [...before, id]))
        else timer = setTimeout(() => void look(), AGAIN_MS)
        if (!kept) return
      }
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  return here
}

interface Step {
  text: string
  done: boolean
}

function engineText(names: string[], online: boolean): string {
  if (names.length === practiceLanguages.length) return 'Your code can run offline.'
  if (names.length > 0) return `${names[0]} can run offline; the rest is on its way.`
  return online
    ? 'What runs your code offline is on its way. A moment, please.'
    : 'Your code cannot run offline on this device yet. Switch the network on once more.'
}

/** The steps to do, and which of them are done. */
export function PracticeSteps({ work }: { work: PracticeWork }) {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  const [wasOffline, setWasOffline] = useState(!online)
  useEffect(() => {
    if (!online) setWasOffline(true)
  }, [online])
  const engines = useEngines()
  const names = practiceLanguages.filter(({ id }) => engines.includes(id)).map(({ name }) => name)
  const tried = work.run?.stage === 'done' && work.practice.selected.length > 0
  const steps: Step[] = [
    { text: engineText(names, online), done: names.length > 0 },
    { text: 'Switch your network off: the wireless, or the cable.', done: wasOffline },
    {
      text: 'Run the program, put it right, and choose an answer. The light says “saved on this device”.',
      done: tried,
    },
    {
      text: 'Switch the network on again and go back to the welcome screen.',
      done: tried && wasOffline && online,
    },
  ]
  return (
    <ol className="practice-steps card" aria-label="What to try">
      {steps.map(({ text, done }) => (
        <li key={text} className={done ? 'is-done' : undefined}>
          <Glyph name={done ? 'ok' : 'open'} size={14} />
          <span>
            {text}
            {done && <span className="visually-hidden"> Done.</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
