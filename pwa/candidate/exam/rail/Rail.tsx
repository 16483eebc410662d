import './rail.css'
import { CameraOff, LifeBuoy, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { CAMERA_PREVIEW } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { TestContent } from '#pwa/attempt/api.ts'
import { LivePicture } from '#pwa/candidate/camera/LivePicture.tsx'
import { type CameraState, startCamera } from '../../camera/store.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import type { ExamSection } from '../hooks/position.ts'
import type { PositionControl } from '../hooks/usePosition.ts'
import { ProblemList } from './ProblemList.tsx'
import { QuestionGrid } from './QuestionGrid.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const sections: [ExamSection, string][] = [
  ['mcqs', texts.mcqs],
  ['problems', texts.problems],
]

function SectionToggle({ position }: { position: PositionControl }) {
  return (
    <fieldset className="section-toggle">
      <legend className="visually-hidden">Section</legend>
      {sections.map(([section, label]) => (
        <button
          key={section}
          type="button"
          aria-pressed={position.section === section}
          onClick={() => position.showSection(section)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

interface RailProps {
  content: TestContent
  position: PositionControl
  camera: CameraState | null
  onKeys: () => void
  onSupport: () => void
}

/** Everything there is to do, and its state. Below 1280 it folds to its glyphs and opens over the panes. */
export function Rail({ content, position, camera, onKeys, onSupport }: RailProps) {
  const narrow = useMediaQuery('(max-width: 1279px)')
  const [open, setOpen] = useState(false)
  const { allow_coding: coding, allow_mcq: mcq } = content.view.drive
  const folded = narrow && !open
  const classes = ['rail', narrow && 'is-narrow', folded && 'is-folded']
  return (
    <nav className={classes.filter(Boolean).join(' ')} aria-label="Sections and items" data-pane="rail">
      <div className="rail-inner">
        <div className="rail-items">
          {narrow && (
            <IconButton
              label={open ? 'Fold the list' : 'Open the list'}
              aria-expanded={open}
              icon={open ? <PanelLeftClose {...icon} /> : <PanelLeftOpen {...icon} />}
              onClick={() => setOpen(!open)}
            />
          )}
          {coding && mcq && <SectionToggle position={position} />}
          {coding && <ProblemList problems={content.problems} position={position} />}
          {mcq && <QuestionGrid questions={content.questions} position={position} />}
        </div>
        <div className="rail-foot">
          <Button variant="quiet" size="small" title="Keys" onClick={onKeys}>
            <span className="kbd" aria-hidden="true">
              ?
            </span>
            <span className="rail-label">Keys</span>
          </Button>
          <Button
            variant="quiet"
            size="small"
            title="Support"
            icon={<LifeBuoy {...icon} />}
            onClick={onSupport}
          >
            <span className="rail-label">Support</span>
          </Button>
        </div>
        {camera && <CameraTile camera={camera} folded={folded} />}
      </div>
    </nav>
  )
}

interface Props {
  camera: CameraState
  /** Small, in the foot of a rail that shows glyphs only. */
  folded: boolean
}

function CameraTile({ camera, folded }: Props) {
  if (camera.stream) {
    return (
      <div className="camera-tile" style={folded ? undefined : CAMERA_PREVIEW}>
        <LivePicture stream={camera.stream} label="Your camera" />
        <span className="camera-tile-on">Camera on</span>
      </div>
    )
  }
  if (camera.status === 'asking') return <div className="camera-tile is-off">Asking for the camera…</div>
  return (
    <div className="camera-tile is-off">
      <CameraOff size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>Camera off</span>
      <Button size="small" onClick={() => startCamera()}>
        Turn on
      </Button>
    </div>
  )
}
