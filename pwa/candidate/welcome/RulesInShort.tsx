import { Camera, Clock, type LucideIcon, Maximize, WifiOff } from 'lucide-react'
import { formatDuration } from '#contract/duration.ts'
import { plural } from '#contract/plural.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { cameraNotice } from '../camera/notice.ts'
import { cutWords } from './cutTime.ts'
import { ForYou } from './ForYou.tsx'

const leaving: Record<DriveView['leave_policy'], (view: DriveView) => string> = {
  end: () => 'Leaving the window ends the test.',
  warn: (view) =>
    `Leaving the window is forgiven ${plural(view.leave_warnings, 'time')}, then it ends the test.`,
  log: () => 'Leaving the window is recorded.',
}

function windowText(view: DriveView): string {
  const isFree = view.lifted_rules.includes('full_screen')
  return `${isFree ? '' : 'Full screen throughout. '}${leaving[view.leave_policy](view)}`
}

/** @param cut the seconds that are left where the drive ends before the whole time is over */
export function RulesInShort({ view, cut = null }: { view: DriveView; cut?: number | null }) {
  const lines: [LucideIcon, string][] = [
    [Maximize, windowText(view)],
    ...(view.webcam
      ? [
          [
            Camera,
            `A still picture after 3 seconds, then every 10 minutes. No sound, no video. ${cameraNotice(view)}`,
          ] as [LucideIcon, string],
        ]
      : []),
    [
      Clock,
      cut === null
        ? `One clock for everything: ${formatDuration(view.allotted_seconds)} from your start.`
        : `One clock for everything. ${cutWords(view, cut)}`,
    ],
    [WifiOff, 'If the network goes, keep working: everything is kept on this device.'],
  ]
  return (
    <section className="rules-short">
      <ForYou view={view} isCut={cut !== null} />
      <h2>The rules in short</h2>
      <ul>
        {lines.map(([Icon, text]) => (
          <li key={text}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <div>
              {/* A line each: quicker to read than a block of them, which would also be the last large thing to be painted. */}
              {text.split(/(?<=[.;]) /).map((part) => (
                <p key={part}>{part} </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
