import { useEffect } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { hasFullScreen, inFullScreen } from '../../fullScreen.ts'
import { useLifted } from './lifted.ts'
import type { ExamRef } from './useExam.ts'

/** After a cancelled leave warning the page is still here: so much later it no longer counts as unloading. */
const STAYED_MS = 1_000

/** Passes on what the browser tells about focus, visibility, full screen and leaving, as events of the machine. */
export function useProctoring(actor: AttemptClient, ref: ExamRef, running: boolean): void {
  const isScreenFree = useLifted('full_screen')
  useEffect(() => {
    if (!running) return
    const left = () => {
      // Focus inside one of the page's own frames is no departure.
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      ref.send({ type: 'LEFT', now: actor.now() })
    }
    const cameBack = () => {
      if (document.visibilityState === 'visible') ref.send({ type: 'CAME_BACK', now: actor.now() })
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') left()
      else if (document.hasFocus()) cameBack()
    }
    const onFullScreen = () => ref.send({ type: 'FULL_SCREEN', on: inFullScreen(), now: actor.now() })
    let stayed: ReturnType<typeof setTimeout> | undefined
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      ref.send({ type: 'UNLOADING', on: true })
      clearTimeout(stayed)
      stayed = setTimeout(() => ref.send({ type: 'UNLOADING', on: false }), STAYED_MS)
    }

    if (!isScreenFree && inFullScreen()) onFullScreen()
    else if (!isScreenFree && !hasFullScreen()) {
      ref.send({ type: 'NO_FULL_SCREEN' })
      actor.signal('fullscreen_left', { counted: false, why: 'unsupported' }).catch(() => undefined)
    }
    addEventListener('blur', left)
    addEventListener('focus', cameBack)
    addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('visibilitychange', onVisibility)
    if (!isScreenFree) document.addEventListener('fullscreenchange', onFullScreen)
    return () => {
      clearTimeout(stayed)
      removeEventListener('blur', left)
      removeEventListener('focus', cameBack)
      removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('visibilitychange', onVisibility)
      document.removeEventListener('fullscreenchange', onFullScreen)
    }
  }, [actor, ref, running, isScreenFree])
}
