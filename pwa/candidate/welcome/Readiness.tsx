import './readiness.css'
import {
  Camera,
  Clock,
  Download,
  FileLock,
  HardDrive,
  type LucideIcon,
  Monitor,
  MonitorCheck,
  Radio,
  RefreshCw,
} from 'lucide-react'
import type { OpenedDrive } from '../drive.ts'
import { useInstall } from '../shell/install.ts'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { send } from '../way/way.ts'
import { type Finding, summary } from './checks/check.ts'
import { type CheckName, type Findings, useReadiness } from './useReadiness.ts'

const rows: Record<CheckName, { name: string; icon: LucideIcon }> = {
  screen: { name: 'Screen', icon: Monitor },
  camera: { name: 'Camera', icon: Camera },
  storage: { name: 'Storage', icon: HardDrive },
  offline: { name: 'Opens offline', icon: MonitorCheck },
  questions: { name: 'Questions', icon: FileLock },
  clock: { name: 'Clock', icon: Clock },
  live: { name: 'Live channel', icon: Radio },
}
const order = Object.keys(rows) as CheckName[]
const stops = ({ state }: Finding): boolean => state === 'todo' || state === 'away'
const rank = (finding: Finding): number => (stops(finding) ? 0 : 1)

function State({ finding }: { finding: Finding }) {
  return (
    <span className={`check-state is-${finding.state}`}>
      {finding.state === 'checking' && <Spinner size={14} />}
      {finding.state === 'ready' && <Glyph name="ok" />}
      {(finding.state === 'slower' || stops(finding)) && <Glyph name="warn" />}
      {finding.word}
    </span>
  )
}

function Row({ name, finding, onAct }: { name: CheckName; finding: Finding; onAct: () => void }) {
  const { name: title, icon: Icon } = rows[name]
  return (
    <li className={`check is-${finding.state}`}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h3>{title}</h3>
        <p>{finding.detail}</p>
      </div>
      {finding.action ? (
        <Button size="small" onClick={onAct}>
          {finding.action.label}
        </Button>
      ) : (
        <State finding={finding} />
      )}
    </li>
  )
}

function InstallHint() {
  const install = useInstall()
  if (!install) return null
  return (
    <div className="install-hint">
      <p>Install Holdfast to open the test from your desktop, with or without a network.</p>
      <Button
        size="small"
        icon={<Download size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={install}
      >
        Install
      </Button>
    </div>
  )
}

const present = (findings: Findings): [CheckName, Finding][] =>
  order.flatMap((name): [CheckName, Finding][] => {
    const finding = findings[name]
    return finding ? [[name, finding]] : []
  })

/** @param isStale the server did not answer the newest look at the drive */
export function Readiness({ drive, isStale }: { drive: OpenedDrive; isStale: boolean }) {
  const { findings, again, act } = useReadiness(drive, isStale)
  const list = present(findings)
  const shown = [...list].sort((a, b) => rank(a[1]) - rank(b[1]))
  return (
    <section className="readiness card" aria-labelledby="readiness">
      <header>
        <div>
          <h2 id="readiness">Readiness check</h2>
          <p role="status">{summary(list.map(([, finding]) => finding))}</p>
        </div>
        <Button
          variant="quiet"
          size="small"
          icon={<RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={again}
        >
          Check again
        </Button>
      </header>
      <ul>
        {shown.map(([name, finding]) => (
          <Row key={name} name={name} finding={finding} onAct={() => act(name)} />
        ))}
      </ul>
      {/* In a test that runs it would only cost time. */}
      {!drive.view.has_begun && <PracticeHint />}
      <InstallHint />
    </section>
  )
}

/** The way to the practice, and back here by the link's own token. */
function PracticeHint() {
  return (
    <div className="install-hint">
      <p>A two-minute practice, with the network off if you like. Nothing of it counts.</p>
      <Button size="small" onClick={() => send({ type: 'PRACTISE' })}>
        Practice
      </Button>
    </div>
  )
}
