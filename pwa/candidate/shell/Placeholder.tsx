import { Link } from 'react-router-dom'
import { readSession } from '#pwa/actors/session.ts'
import { routes } from '../routes.ts'
import { Mark } from '../ui/Mark.tsx'
import './page.css'

/** Who comes here has lost the link, or opened the installed app. */
export function Placeholder() {
  const session = readSession()
  return (
    <main className="page-alone">
      <Mark size={56} />
      <h1>Holdfast</h1>
      <p>
        Your test opens from the link in your invitation mail. Open that link on the computer you will use.
      </p>
      {session && (
        <p>
          <Link to={session.isFinished ? routes.end : routes.test}>
            {session.isFinished ? 'See the state of your last test' : 'Go back to your test'}
          </Link>
        </p>
      )}
    </main>
  )
}
