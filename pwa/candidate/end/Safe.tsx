import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import type { AttemptClient, TestSnapshot } from '#pwa/attempt/api.ts'
import { routes } from '../routes.ts'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { useEverySecond } from '../ui/useEverySecond.ts'
import { WayOut } from '../unsaved/WayOut.tsx'
import type { EndItem } from './items.ts'
import { isFeedbackAlone, isTooLate, safetyOf, uploadEnd } from './safety.ts'

/** When it is tried again by itself, if it is. */
function nextTryLabel({ state, nextTryAt }: TestSnapshot['connection'], now: number): string {
  if (state === 'unauthorized') return ''
  const seconds = nextTryAt === null ? 0 : Math.ceil((nextTryAt - now) / 1000)
  return seconds > 0 ? `Next try in ${seconds} s. ` : 'Trying now. '
}

function NextTry({ actor, snapshot }: { actor: AttemptClient; snapshot: TestSnapshot }) {
  useEverySecond()
  const isOpen = actor.now() <= snapshot.deadlineAt + UPLOAD_WINDOW_MS
  return (
    <div className="safe-next">
      <p>
        <span aria-hidden="true">{nextTryLabel(snapshot.connection, actor.now())}</span>
        Upload {isOpen ? 'is' : 'was'} open until {uploadEnd(snapshot)}.
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
  refused = 0,
}: {
  actor: AttemptClient
  snapshot: TestSnapshot
  items: readonly EndItem[]
  /** How many of the camera's pictures the server will never take. */
  refused?: number
}) {
  const on = items.filter((item) => item.state === 'server').length
  const { tone, icon: Icon, title, words } = safetyOf(snapshot, items, refused)
  const { state, waiting } = snapshot.total
  const isAlone = isFeedbackAlone(snapshot)
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
      {(waiting > 0 || state === 'unsaved') && (
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
      {isAlone && <Link to={routes.feedback}>Back to the feedback</Link>}
      {snapshot.storageFault !== null && !isAlone && (
        <div className="safe-next is-ways">
          <WayOut actor={actor} />
        </div>
      )}
      {waiting > 0 && (state !== 'unsaved' || isAlone) && !isTooLate(snapshot, items) && (
        <NextTry actor={actor} snapshot={snapshot} />
      )}
    </section>
  )
}

/** Apart from what is safe: what the person chose and did not save. Nothing where there is none of it. */
export function NotCounted({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className="place card is-apart" aria-label="Not counted">
      <header>
        <Glyph name="warn" />
        <h2>Not counted</h2>
      </header>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
