import { ALargeSmall, RotateCcw, Search, WrapText } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { preloaded } from '../../ui/preloaded.tsx'
import { SaveLightSign } from '../../ui/SaveLight.tsx'
import { toast } from '../../ui/toasts.ts'
import { noteCopyAttempt } from '../copyAttempts.ts'
import { type SaveProgress, useIsSaved } from '../hooks/saveState.ts'
import { useAttempt, useAttemptClient, useRunning } from '../hooks/useAttempt.ts'
import '../parts/pane-head.css'
import { codeEditor } from './ahead.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import type { OnRefused } from './clipboard.ts'
import './editor.css'
import type { Code } from './useCode.ts'
import { useEditorLook } from './useEditorLook.ts'

const CodeEditor = lazyPart(codeEditor)
/** Left out where it cannot be had: nobody's test hangs on it. */
const EngineNote = lazy(() => import('./EngineNote.tsx').catch(() => ({ default: () => null })))
const ResetModal = preloaded(() => import('./ResetModal.tsx'))
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function LanguageChoice({ code, disabled }: { code: Code; disabled: boolean }) {
  return (
    <select
      className="language-choice"
      aria-label="Language"
      value={code.language?.id ?? ''}
      disabled={disabled}
      onChange={(event) => code.choose(Number(event.target.value))}
    >
      {code.languages.map((language) => (
        <option key={language.id} value={language.id}>
          {language.name}
        </option>
      ))}
    </select>
  )
}

/** Says that SAVE has just worked. */
function CodeSaved({ saving }: { saving: SaveProgress }) {
  const isSaved = useIsSaved(saving)
  return (
    <span className="code-saved" role="status">
      {isSaved && (
        <>
          <Glyph name="ok" size={12} /> {texts.codeSaved}
        </>
      )}
    </span>
  )
}

export function EditorPane({ code, saving }: { code: Code; saving: SaveProgress }) {
  const actor = useAttemptClient()
  const running = useRunning()
  const look = useEditorLook()
  const [resetting, setResetting] = useState(false)
  const editor = useRef<EditorHandle | null>(null)
  const light = useAttempt(
    (snapshot) => snapshot.drafts[`${code.problem.id}:${code.language?.id ?? 0}`]?.light ?? null,
  )
  const refuse: OnRefused = (what, words) => {
    noteCopyAttempt(actor, what)
    toast('warn', words)
  }
  return (
    <>
      <section className="editor-pane" aria-label="Code" data-pane="editor">
        <div className="pane-head editor-tools">
          <LanguageChoice code={code} disabled={!running} />
          {code.language?.is_embedded && (
            <Suspense>
              <EngineNote mode={code.language.mode} />
            </Suspense>
          )}
          <IconButton
            size="small"
            label="Reset to starter code"
            icon={<RotateCcw {...icon} />}
            disabledReason={running ? undefined : 'The test is not running here'}
            onClick={() => setResetting(true)}
          />
          <IconButton
            size="small"
            label={`Text size, now ${look.size}`}
            icon={<ALargeSmall {...icon} />}
            onClick={look.nextSize}
          />
          <IconButton
            size="small"
            label="Wrap lines"
            aria-pressed={look.wrap}
            icon={<WrapText {...icon} />}
            onClick={look.toggleWrap}
          />
          <IconButton
            size="small"
            label="Search in the code"
            icon={<Search {...icon} />}
            onClick={() => editor.current?.search()}
          />
          <span className="editor-state">
            <CodeSaved saving={saving} />
            <SaveLightSign light={light} />
          </span>
        </div>
        <div className="editor-body">
          <Suspense fallback={<p className="editor-wait">Opening the editor…</p>}>
            <CodeEditor
              key={code.documentKey}
              initial={code.current}
              mode={code.language?.mode ?? ''}
              label={`Code for ${code.problem.title} in ${code.language?.name ?? 'plain text'}`}
              fontSize={look.size}
              wrap={look.wrap}
              readOnly={!running}
              onChange={code.typed}
              onRefused={refuse}
              handle={editor}
              kept={code.kept}
            />
          </Suspense>
        </div>
      </section>
      {/* Outside of the pane, which is dark in both themes. */}
      {resetting && (
        <ResetModal
          onClose={() => setResetting(false)}
          onReset={() => {
            editor.current?.replace(code.template)
            setResetting(false)
          }}
        />
      )}
    </>
  )
}
