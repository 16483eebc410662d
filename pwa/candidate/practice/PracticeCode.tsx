import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { texts } from '#contract/texts.ts'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../exam/editor/editor.css'
import { useEditorLook } from '../exam/editor/useEditorLook.ts'
import '../exam/parts/pane-head.css'
import { OutputPane } from '../exam/result/OutputPane.tsx'
import '../exam/result/result.css'
import { Markdown } from '../exam/statement/Markdown.tsx'
import '../exam/statement/statement.css'
import { Button } from '../ui/Button.tsx'
import { SaveLightSign } from '../ui/SaveLight.tsx'
import { toast } from '../ui/toasts.ts'
import { practiceLanguages, problem } from './content.ts'
import type { PracticeWork } from './usePractice.ts'

const CodeEditor = lazy(() => import('../exam/editor/CodeEditor.tsx'))

function LanguageChoice({ work }: { work: PracticeWork }) {
  return (
    <select
      className="language-choice"
      aria-label="Language"
      value={work.practice.language.id}
      onChange={(event) => {
        const next = practiceLanguages.find(({ id }) => id === event.target.value)
        if (next) work.choose(next)
      }}
    >
      {practiceLanguages.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** One tiny problem with the test's own editor and results. */
export function PracticeCode({ work }: { work: PracticeWork }) {
  const look = useEditorLook()
  const { language } = work.practice
  return (
    <section className="practice-part card" aria-labelledby="practice-problem">
      <header>
        <h2 id="practice-problem">{problem.title}</h2>
        <Markdown text={problem.description} />
      </header>
      <div className="editor-pane">
        <div className="pane-head editor-tools">
          <LanguageChoice work={work} />
          <span className="editor-state">
            <SaveLightSign light={work.lights.code ?? null} />
          </span>
        </div>
        <section className="editor-body" aria-label="Code">
          <Suspense fallback={<p className="editor-wait">Opening the editor…</p>}>
            <CodeEditor
              key={language.id}
              initial={() => work.source}
              mode={language.id}
              label={`Code in ${language.name}`}
              fontSize={look.size}
              wrap={look.wrap}
              readOnly={false}
              onChange={work.type}
              onRefused={(_what, words) => toast('warn', words)}
            />
          </Suspense>
        </section>
      </div>
      <div className="practice-run">
        <Button
          busy={work.busy}
          icon={<Play size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={work.start}
        >
          {texts.run}
        </Button>
      </div>
      <section className="result-pane" aria-label="Results">
        <OutputPane run={work.run} />
      </section>
    </section>
  )
}
