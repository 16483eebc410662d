import { useSelector } from '@xstate/react'
import { CloudUpload, KeyRound, Wifi, WifiOff } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { formatLength, offlineTone } from '#machines/attempt/connectivity.ts'
import type { Connection, TestSnapshot } from '#pwa/attempt/api.ts'
import { WhomToAsk } from '../../shell/WhomToAsk.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useEverySecond } from '../../ui/useEverySecond.ts'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'
import type { ExamRef } from '../hooks/useExam.ts'
import { countUnsaved } from '../rail/states.ts'
import { TimeBanner, useTimeDoubt } from './TimeBanner.tsx'

/**
 * The promise of a banner about the connection: all work is here, unless this device could not keep it. Then another
 * banner says that, and this one promises nothing.
 */
export const keptHere = (isKept: boolean): string =>
  isKept ? 'Keep working: everything is kept on this device.' : ''

/** The same in numbers, once it takes long. */
export function waitsHere(isKept: boolean, waiting: number): string {
  const [waits, are] = waiting === 1 ? ['waits', 'is'] : ['wait', 'are']
  const changes = `${plural(waiting, 'change')} ${waits} on this device and ${are} sent when the network is back.`
  if (isKept) return `Keep working: ${changes}`
  return waiting === 0 ? '' : changes
}

/**
 * When the connection is back, beside the light of the top bar: that one tells of a choice that waits for its *Save*, and
 * *All sent* would be taken to mean it as well.
 */
export function isBack(facts: Pick<TestSnapshot, 'total' | 'storageFault' | 'content' | 'choices'>): string {
  const { waiting } = facts.total
  const isAll = facts.storageFault === null && countUnsaved(facts) === 0
  const how = waiting > 0 ? ` Sending ${plural(waiting, 'change')}.` : isAll ? ' All sent.' : ''
  return `You are back online.${how}`
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

function NextTry({ connection }: { connection: Connection }) {
  const actor = useAttemptClient()
  useEverySecond()
  const seconds = connection.nextTryAt === null ? 0 : Math.ceil((connection.nextTryAt - actor.now()) / 1000)
  return (
    <>
      {/* Counting aloud would drown what matters. */}
      <span aria-hidden="true">{seconds > 0 ? `Next try in ${seconds} s` : 'Trying now'}</span>
      <Button size="small" onClick={() => actor.retryNow()}>
        Try now
      </Button>
    </>
  )
}

/** @param isTold a banner above says already that the server is out of reach, and offers another try */
function OfflineBanner({ connection, isTold }: { connection: Connection; isTold: boolean }) {
  const actor = useAttemptClient()
  const waiting = useAttempt((snapshot) => snapshot.total.waiting)
  const isKept = useAttempt((snapshot) => snapshot.storageFault === null)
  useEverySecond()
  const now = actor.now()
  const since = connection.since ?? now
  const tone = offlineTone(since, now)
  const side = <NextTry connection={connection} />
  if (connection.state === 'captive') {
    return (
      <Banner tone="warn" icon={<WifiOff {...icon} />} side={side}>
        Your network wants you to sign in. You may leave this window for that; it does not count.{' '}
        {keptHere(isKept)}
      </Banner>
    )
  }
  if (tone === 'quiet' || isTold) return null
  if (tone === 'calm') {
    return (
      <Banner tone="device" icon={<WifiOff {...icon} />} side={side}>
        You are offline. {keptHere(isKept)}
      </Banner>
    )
  }
  return (
    <Banner tone="warn" icon={<WifiOff {...icon} />} side={side}>
      Offline for {formatLength(now - since)}. {waitsHere(isKept, waiting)}
    </Banner>
  )
}

/** Renewed, which a mail says, or revoked, of which no mail comes: this page cannot know. */
export function RefusedLink({ view, isKept }: { view: DriveView; isKept: boolean }) {
  return (
    <Banner tone="warn" icon={<KeyRound {...icon} />}>
      Your link is no longer valid. If you were sent a new one, open it on this device to keep sending;
      otherwise ask <WhomToAsk view={view} isPlain />. {isKept && 'Everything is kept here.'}
    </Banner>
  )
}

/** About the connection: calm after 10 s, firmer after a minute, thanks for 3 s. Never a modal. */
export function ConnectionBanner({ exam }: { exam: ExamRef }) {
  const connection = useAttempt((snapshot) => snapshot.connection)
  const back = useAttempt(isBack)
  const aside = useAttempt((snapshot) => snapshot.aside)
  const doubt = useTimeDoubt(exam)
  const phase = useAttempt((snapshot) => snapshot.phase)
  const view = useAttempt((snapshot) => snapshot.view)
  const isKept = useAttempt((snapshot) => snapshot.storageFault === null)
  const returned = useSelector(exam, (state) => state.matches({ running: { connectivity: 'returned' } }))
  if (connection.state === 'unauthorized') return <RefusedLink view={view} isKept={isKept} />
  // Nothing is sent any more, and the end page says so; or another tab sends, and says how that goes.
  if (connection.state === 'closed' || connection.state === 'unknown') return null
  if (connection.state !== 'online' || doubt === 'over') {
    const isAway = connection.state !== 'online'
    return (
      <>
        <TimeBanner
          doubt={doubt}
          isKept={isKept}
          side={connection.state === 'offline' && <NextTry connection={connection} />}
        />
        {isAway && <OfflineBanner connection={connection} isTold={doubt === 'over'} />}
      </>
    )
  }
  // If the test went on on another device meanwhile, that is said instead, and counts.
  if (phase === 'elsewhere') return null
  if (aside > 0)
    return (
      <Banner tone="info" icon={<CloudUpload {...icon} />}>
        {plural(aside, 'earlier change')} of this device {aside === 1 ? 'is' : 'are'} still on the way. What
        counts of them appears here, unless you write something newer.
      </Banner>
    )
  if (!returned) return null
  return (
    <Banner tone="ok" icon={<Wifi {...icon} />}>
      {back}
    </Banner>
  )
}

interface ElsewhereProps {
  where: 'elsewhere' | 'second_tab'
  onUseHere: () => void
}

/** Shown where this page may only be read. */
export function ElsewhereBanner({ where, onUseHere }: ElsewhereProps) {
  const words =
    where === 'second_tab'
      ? 'This test is open in another tab of this browser. You can only read it here.'
      : 'Your test is open on another device. You can only read it here.'
  return (
    <Banner
      tone="info"
      icon={<Glyph name="device" size={16} />}
      side={
        <Button size="small" onClick={onUseHere}>
          Use here
        </Button>
      }
    >
      {words}
    </Banner>
  )
}
