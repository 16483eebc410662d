import { CloudCheck, CloudOff, CloudUpload, KeyRound, type LucideIcon, RefreshCw } from 'lucide-react'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'
import { formatClock, formatDate, plural } from '../format.ts'
import { Button } from '../ui/Button.tsx'
import { useEverySecond } from '../ui/useEverySecond.ts'
import type { EndItem } from './items.ts'
import { PICTURES } from './useWaitingPictures.ts'

interface Answer {
  tone: 'ok' | 'device' | 'info' | 'warn'
  icon: LucideIcon
  title: string
  words: string
}

function answerTo({ total, connection }: TestSnapshot, items: readonly EndItem[], on: number): Answer {
  const pictures = items.find((item) => item.name === PICTURES && item.state !== 'server')
  if (total.waiting === 0 && pictures) {
    return {
      tone: 'info',
      icon: CloudUpload,
      title: 'Your work is on the server',
      words: `${pictures.detail} of the camera still to send. Leave this page open for a moment.`,
    }
  }
  if (total.waiting === 0) {
    const checked = total.at === null ? '' : `, checked at ${formatClock(total.at)}`
    return {
      tone: 'ok',
      icon: CloudCheck,
      title: 'Everything is on the server',
      words: `${on} of ${plural(items.length, 'item')}${checked}. You may close this page.`,
    }
  }
  if (connection.state === 'unauthorized') {
    return {
      tone: 'warn',
      icon: KeyRound,
      title: 'Not everything has left this device yet',
      words:
        'Your link was renewed. Open the newest invitation mail on this device; the rest is then sent by itself.',
    }
  }
  if (connection.state === 'online') {
    return {
      tone: 'info',
      icon: CloudUpload,
      title: 'The rest of your work is on its way',
      words: `${plural(total.waiting, 'change')} to send. Leave this page open for a moment.`,
    }
  }
  return {
    tone: 'device',
    icon: CloudOff,
    title: 'Not everything has left this device yet',
    words:
      'You are offline. Leave this page open: the rest is sent by itself as soon as the network is back. Nothing more is asked of you.',
  }
}

function NextTry({ actor, snapshot }: { actor: TestActor; snapshot: TestSnapshot }) {
  useEverySecond()
  const { nextTryAt } = snapshot.connection
  const seconds = nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - actor.now()) / 1000))
  const until = formatDate(new Date(snapshot.deadlineAt + UPLOAD_WINDOW_MS))
  return (
    <div className="safe-next">
      <p>
        <span aria-hidden="true">{seconds > 0 ? `Next try in ${seconds} s. ` : 'Trying now. '}</span>
        Upload is open until {until}.
      </p>
      <Button
        size="small"
        icon={<RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => actor.retryNow()}
      >
        Try now
      </Button>
    </div>
  )
}

/** Is my work safe? Its heading is the answer. */
export function Safe({
  actor,
  snapshot,
  items,
}: {
  actor: TestActor
  snapshot: TestSnapshot
  items: readonly EndItem[]
}) {
  const on = items.filter((item) => item.state === 'server').length
  const { tone, icon: Icon, title, words } = answerTo(snapshot, items, on)
  return (
    <section className={`safe card is-${tone}`} aria-labelledby="safe">
      <div className="safe-head">
        <span className="safe-icon">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div role="status">
          <h2 id="safe">{title}</h2>
          <p>{words}</p>
        </div>
      </div>
      {snapshot.total.waiting > 0 && (
        <p className="safe-count tabular">
          {on} of {plural(items.length, 'item')} on the server
        </p>
      )}
      <progress
        className="safe-bar"
        value={items.length === 0 ? 1 : on}
        max={Math.max(1, items.length)}
        aria-label="Items on the server"
      />
      {snapshot.total.waiting > 0 && <NextTry actor={actor} snapshot={snapshot} />}
    </section>
  )
}
