import './details.css'
import { LifeBuoy } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { formatDuration } from '#contract/duration.ts'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import type { DetailsFields } from '#machines/attempt/details.ts'
import { useCamera } from '../camera/store.ts'
import type { Rule } from '../drive.ts'
import { formatTimeOfDay } from '../format.ts'
import { isDevToolsKey } from '../keys.ts'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { cutWords, useCutTime } from '../welcome/cutTime.ts'
import { ForYou } from '../welcome/ForYou.tsx'
import { RulesInShort } from '../welcome/RulesInShort.tsx'
import { CameraCard } from './CameraCard.tsx'
import { useDetails } from './useDetails.ts'
import type { OpenedInvitation } from './useInvitation.ts'

const inputs: { name: keyof DetailsFields; label: string; autoComplete: string; type: string }[] = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', type: 'text' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', type: 'text' },
  { name: 'mobile_number', label: 'Mobile', autoComplete: 'tel-national', type: 'tel' },
]

function Rules({ rules, view, cut }: { rules: Rule[]; view: DriveView; cut: number | null }) {
  // Somebody who is to confirm having read the rules finds some.
  if (rules.length === 0) return <RulesInShort view={view} cut={cut} />
  return (
    <section className="details-rules" aria-labelledby="rules">
      <header>
        <h2 id="rules">Rules for the test</h2>
        <span>
          {plural(rules.length, 'rule')}, set by {view.organization_name}
        </span>
      </header>
      <ol className="card">
        {rules.map((rule, index) => (
          <li key={rule.id}>
            <span className="tabular" aria-hidden="true">
              {index + 1}
            </span>
            {rule.description}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface RulesBoxProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

function RulesBox({ checked, error, onChange }: RulesBoxProps) {
  return (
    <div className="rules-box">
      <label>
        <input
          type="checkbox"
          name="rules"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'rules-error' : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {texts.rulesRead}
      </label>
      {error && (
        <p id="rules-error" className="details-error" role="alert">
          <Glyph name="warn" /> {error}
        </p>
      )}
    </div>
  )
}

export function Details({ invitation: { drive, rules } }: { invitation: OpenedInvitation }) {
  const { view } = drive
  const camera = useCamera(view.webcam)
  const form = useDetails(drive)
  const cut = useCutTime(drive)
  const element = useRef<HTMLFormElement>(null)
  const { cameraIsOn } = form
  useBlockedDevTools()

  const on = camera.status === 'on'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the camera's coming on mends its message
  useEffect(() => {
    if (on) cameraIsOn()
  }, [on])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = form.submit()
    const first = [...inputs.map((input) => input.name), 'rules'].find((name) => name in found)
    if (first) element.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <main className="details page-column">
      <form ref={element} noValidate onSubmit={onSubmit} aria-labelledby="details">
        <header className="details-head">
          <h1 id="details">Your details</h1>
          <p>
            As they should appear on your result.{' '}
            {cut === null ? 'Your time has not started yet.' : cutWords(view, cut)}
          </p>
        </header>
        <div className="details-fields">
          {inputs.map(({ name, label, type, autoComplete }) => (
            <Field
              key={name}
              name={name}
              label={label}
              type={type}
              autoComplete={autoComplete}
              inputMode={type === 'tel' ? 'numeric' : undefined}
              required
              value={form.fields[name]}
              error={form.errors[name]}
              hint={type === 'tel' ? '10 digits, without country code' : undefined}
              onChange={(event) => form.edit(name, event.target.value)}
            />
          ))}
          <Field label="E-mail" type="email" readOnly value={view.email} hint="From your invitation" />
        </div>
        {rules.length > 0 && <ForYou view={view} isCut={cut !== null} />}
        <Rules rules={rules} view={view} cut={cut} />
        <RulesBox checked={form.rulesRead} error={form.errors.rules} onChange={form.readRules} />
        {(form.errors.camera || form.failure) && (
          <p className="details-error" role="alert">
            <Glyph name="warn" /> {form.failure ?? form.errors.camera}
          </p>
        )}
        <div className="details-onward">
          <Button type="submit" variant="primary" size="large" busy={form.busy}>
            {texts.continue}
          </Button>
          <p>
            Opens full screen and starts your {formatDuration(cut ?? view.allotted_seconds)}
            {cut !== null && `: the drive ends at ${formatTimeOfDay(new Date(view.drive_end_time))}`}.
          </p>
        </div>
      </form>
      <aside className="details-side">
        <CameraCard camera={camera} view={view} />
        <p className="details-help">
          <LifeBuoy size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>
            Do you need extra time or assistive technology? Ask before you continue: <WhomToAsk view={view} />
          </span>
        </p>
      </aside>
    </main>
  )
}

/** The form blocks the developer tools' shortcuts and nothing else. */
function useBlockedDevTools(): void {
  useEffect(() => {
    const block = (event: KeyboardEvent) => {
      if (isDevToolsKey(event)) event.preventDefault()
    }
    addEventListener('keydown', block, { capture: true })
    return () => removeEventListener('keydown', block, { capture: true })
  }, [])
}
