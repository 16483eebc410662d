import { texts } from '#contract/texts.ts'
import './welcome.css'

/** The page's first words stand at once, where they will stay. */
export function WelcomeWait() {
  return (
    <main className="welcome page-column" aria-busy="true">
      <header className="welcome-head">
        <p>{texts.welcomeTo}</p>
        <h1 className="is-waiting">your test</h1>
        <p role="status">Asking the server for the time and place…</p>
      </header>
    </main>
  )
}
