import { Link } from 'react-router-dom'
import { readSession } from '#pwa/attempt/session/store.ts'
import { routes } from '../routes.ts'
import { Button } from '../ui/Button.tsx'
import { send } from '../way/way.ts'
import { NoticePage } from './NoticePage.tsx'

/** Who comes here has lost the link, or opened the installed app. */
export default function Placeholder() {
  const session = readSession()
  return (
    <NoticePage
      title="Open your invitation"
      actions={
        session && (
          <Button
            variant="primary"
            size="large"
            onClick={() => send({ type: 'GO_ON', isFinished: session.isFinished })}
          >
            {session.isFinished ? 'See the state of your last test' : 'Go back to your test'}
          </Button>
        )
      }
    >
      <p>
        Your test opens from the link in your invitation email. Open that link on the computer you will use.
      </p>
      <p>
        Can’t find the email? <Link to={routes.lostLink}>Ask for the link again</Link>.
      </p>
    </NoticePage>
  )
}
