import { type ReactNode, useEffect } from 'react'
import { NoRoom, readSession } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import { isPartMissing } from '#pwa/http/partMissing.ts'
import { keptDrive } from '../drive.ts'
import { leaveFullScreen } from '../fullScreen.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { Button } from '../ui/Button.tsx'
import { useEverySecond } from '../ui/useEverySecond.ts'
import './questions-wait.css'
import type { UnansweredCall } from '../untilAnswered.ts'

/** Begun on the server perhaps, and this device cannot keep it: making room is nothing that full screen lets anybody do. */
function RoomText() {
  useEffect(() => void leaveFullScreen(), [])
  return (
    <>
      <p>
        Your test may have begun anyway, and then your time is running. Make room on this device: delete files
        that you no longer need, and empty its bin. This page tries again by itself, and your test opens as
        soon as it can be kept here.
      </p>
      <p>
        If that does not help, open the link of your invitation in another browser or on another device: it is
        the same test.
      </p>
    </>
  )
}

function AnswerText({ fault }: { fault: Error }) {
  const isTold = fault instanceof CallError && (fault.kind === 'captive' || fault.kind === 'refused')
  return (
    <>
      {isTold && <p>{fault.message}</p>}
      <p>
        Your test may have begun anyway, and then your time is running. Nothing is lost: it is the same test
        whenever the answer comes. Leave this page open. It asks the server again by itself, and at once when
        the network is back.
      </p>
    </>
  )
}

const partText = (
  <p>
    The connection broke while this page was loading. If your test has begun, your time is running. Leave this
    page open: it fetches what is missing by itself, and at once when the network is back. If you are online
    and nothing happens, reload the page.
  </p>
)

function wordsOf(error: Error): { title: string; words: ReactNode } {
  if (error instanceof NoRoom) return { title: 'This device has no room for your test', words: <RoomText /> }
  if (isPartMissing(error)) return { title: 'Part of this page did not load', words: partText }
  return { title: 'The server has not answered yet', words: <AnswerText fault={error} /> }
}

/**
 * The start was asked for, and no answer came or this device could not keep what came. Whether it reached the server nobody
 * here can know, and there the time runs from then on: it is said before anything else.
 */
export function StartWait({ waiting, onTry }: { waiting: UnansweredCall; onTry: () => void }) {
  const { fault, nextTryAt } = waiting
  const token = readSession()?.invitationToken
  useEverySecond(nextTryAt !== null)
  const seconds = nextTryAt === null ? 0 : Math.ceil((nextTryAt - Date.now()) / 1000)
  const { title, words } = wordsOf(fault)
  return (
    <NoticePage
      title={title}
      view={token ? keptDrive(token)?.view : undefined}
      alert
      actions={
        <div className="questions-wait">
          {/* Counting aloud would drown what matters. */}
          <span className="tabular" aria-hidden="true">
            {seconds > 0 ? `Next try in ${seconds} s` : 'Trying now'}
          </span>
          <Button variant="primary" onClick={onTry}>
            Try now
          </Button>
        </div>
      }
    >
      {words}
      <p>If this takes long, tell the people below: they can give you the time back.</p>
    </NoticePage>
  )
}
