import { useEffect, useState } from 'react'
import type { ExamEmitted } from '#machines/attempt/types.ts'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { announce } from '#pwa/candidate/ui/Announcer.tsx'
import { writeFullScreenAttempts } from '../../stored.ts'
import { toast } from '../../ui/toasts.ts'
import type { ExamRef } from './useExam.ts'

export interface LeaveWarning {
  strikes: number
  allowed: number
}

const forget = (promise: Promise<void>): void => {
  promise.catch(() => undefined)
}

function log(actor: AttemptClient, event: ExamEmitted): void {
  if (event.type === 'focusLost') forget(actor.signal('focus_lost'))
  if (event.type === 'judged' && event.judgement.count)
    forget(actor.signal('focus_lost', { counted: true, why: event.judgement.why }))
  if (event.type === 'focusReturned') {
    const { ms, counted, why } = event
    forget(actor.signal('focus_returned', { ms, counted, why }))
  }
  if (event.type === 'screenLeft') {
    writeFullScreenAttempts(event.attemptsLeft)
    forget(actor.signal('fullscreen_left', { counted: event.judgement.count, why: event.judgement.why }))
  }
  if (event.type === 'screenEntered') forget(actor.signal('fullscreen_entered', { ms: event.ms }))
}

type MinutesLeft = Extract<ExamEmitted, { type: 'minutesLeft' }>

function formatMinutesLeft({ minutes, isPast }: MinutesLeft): string {
  const words = minutes === 1 ? '1 minute remains.' : `${minutes} minutes remain.`
  return isPast ? `Less than ${words}` : words
}

/** The specification's warning two minutes before the end, once: a page that began or slept behind the mark says it late. */
const isWarning = ({ minutes, before }: MinutesLeft): boolean => minutes <= 2 && (before ?? 10) > 2

/** Logs and shows what the machine says. */
export function useConsequences(actor: AttemptClient, ref: ExamRef) {
  const [warning, setWarning] = useState<LeaveWarning | null>(null)
  useEffect(() => {
    const subscription = ref.on('*', (event) => {
      log(actor, event)
      if (event.type === 'minutesLeft') {
        const words = formatMinutesLeft(event)
        announce(words)
        const isKept = actor.getSnapshot().storageFault === null
        if (isWarning(event))
          toast('warn', isKept ? `${words} What you have written is kept by itself.` : words)
      }
      if (event.type === 'judged' && event.judgement.consequence === 'warn') {
        setWarning({ strikes: event.strikes, allowed: event.allowed })
      }
      if (event.type === 'screenLeft' && event.judgement.consequence === 'warn') {
        const { strikes, warningsAllowed } = ref.getSnapshot().context
        setWarning({ strikes, allowed: warningsAllowed })
      }
    })
    return () => subscription.unsubscribe()
  }, [actor, ref])
  return { warning, closeWarning: () => setWarning(null) }
}
