import { useState } from 'react'
import { letterOf } from '#contract/letters.ts'
import type { TestSnapshot } from '#pwa/actors/testApi.ts'
import { download } from '../../download.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toasts.ts'
import { typedTexts } from '../editor/typedTexts.ts'
import { useTest, useTestActor } from '../hooks/useTest.ts'

/** All work as plain text: what a person can keep where this device keeps nothing. */
export function workAsText(
  { content, drafts, choices }: TestSnapshot,
  typed: ReadonlyMap<string, string>,
): string {
  if (!content) return ''
  const keys = new Set([...Object.keys(drafts), ...typed.keys()])
  const programs = [...keys].map((key) => {
    const [problemId, languageId] = key.split(':').map(Number)
    const problem = content.problems.find(({ id }) => id === problemId)?.title ?? `Problem ${problemId}`
    const language = content.languages.find(({ id }) => id === languageId)?.name ?? ''
    return `--- ${problem} (${language})\n${typed.get(key) ?? drafts[key]?.text ?? ''}`
  })
  const answers = content.questions.flatMap((question, index) => {
    const selected = choices[question.id]?.selected ?? []
    if (selected.length === 0) return []
    const labels = question.options.flatMap(({ id }, place) =>
      selected.includes(id) ? [letterOf(place)] : [],
    )
    return [`Question ${index + 1}: ${labels.join(', ')}`]
  })
  return [content.view.drive.name, ...answers, ...programs].join('\n\n')
}

function WayOut() {
  const actor = useTestActor()
  const work = () => workAsText(actor.getSnapshot(), typedTexts(actor))
  const copy = () =>
    navigator.clipboard.writeText(work()).then(
      () => toast('ok', 'Your work is on the clipboard.'),
      () => toast('bad', 'The browser refused the clipboard. Download it instead.'),
    )
  return (
    <>
      <Button size="small" onClick={copy}>
        Copy
      </Button>
      <Button
        size="small"
        onClick={() => download(new Blob([work()], { type: 'text/plain' }), 'holdfast-my-work.txt')}
      >
        Download
      </Button>
    </>
  )
}

/** The browser's own words, for whoever is asked for help. */
const Fault = ({ fault }: { fault: string }) => (
  <details>
    <summary>What the browser says</summary>
    <p>{fault || 'Nothing.'}</p>
  </details>
)

function Alarm({ fault }: { fault: string }) {
  const [isRead, setRead] = useState(false)
  if (isRead)
    return (
      <Banner tone="bad" icon={<Glyph name="unsaved" size={16} />} side={<WayOut />}>
        Not saved on this device yet. It is tried again every few seconds.
      </Banner>
    )
  return (
    <Modal
      title="Your last change is not saved"
      alert
      actions={
        <>
          <WayOut />
          <Button variant="primary" onClick={() => setRead(true)}>
            Go on working
          </Button>
        </>
      }
    >
      <p>
        This device could not keep it. It stands on the screen only, and is tried again every few seconds.
        Copy or download your work to be safe, do not close this page, and make room on this device.
      </p>
      <Fault fault={fault} />
    </Modal>
  )
}

/** Not saved: first it blocks until it was read, then it stays in sight until everything is kept. The next time it blocks again. */
export function Unsaved() {
  const fault = useTest((snapshot) => snapshot.storageFault)
  return fault === null ? null : <Alarm fault={fault} />
}
