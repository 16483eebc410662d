import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { LeaveFacts } from '#machines/attempt/proctoring.ts'
import type { AttemptEmitted } from '#machines/attempt/types.ts'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { leaveFullScreen } from '../../fullScreen.ts'
import { routes } from '../../routes.ts'
import { writeEndReason, writeFullScreenAttempts } from '../../stored.ts'
import { announce } from '../../ui/announcements.ts'
import { toast } from '../../ui/toasts.ts'
import type { AttemptRef } from './useAttemptMachine.ts'

export interface LeaveWarning {
  strikes: number
  allowed: number
}

const forget = (promise: Promise<void>): void => {
  promise.catch(() => undefined)
}

/** The end by force: the order is the specification's, and nothing of it may hold the rest up. */
async function endByForce(actor: AttemptClient, by: LeaveFacts['kind']): Promise<void> {
  writeEndReason(texts.switchedWindow, by)
  await leaveFullScreen()
  await actor.finish('switched')
}

function log(actor: AttemptClient, event: AttemptEmitted): void {
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

type MinutesLeft = Extract<AttemptEmitted, { type: 'minutesLeft' }>

function minutesInWords({ minutes, isPast }: MinutesLeft): string {
  const words = minutes === 1 ? '1 minute remains.' : `${minutes} minutes remain.`
  return isPast ? `Less than ${words}` : words
}

/** The specification's warning two minutes before the end, once: a page that began or slept behind the mark says it late. */
const isWarning = ({ minutes, before }: MinutesLeft): boolean => minutes <= 2 && (before ?? 10) > 2

/** What the machine says is logged, shown and acted on here. */
export function useConsequences(actor: AttemptClient, ref: AttemptRef) {
  const navigate = useNavigate()
  const [warning, setWarning] = useState<LeaveWarning | null>(null)
  useEffect(() => {
    const subscription = ref.on('*', (event) => {
      log(actor, event)
      if (event.type === 'minutesLeft') {
        const words = minutesInWords(event)
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
      if (event.type === 'forced')
        endByForce(actor, event.by).then(() => navigate(routes.end, { replace: true }))
    })
    return () => subscription.unsubscribe()
  }, [actor, ref, navigate])
  return { warning, closeWarning: () => setWarning(null) }
}
