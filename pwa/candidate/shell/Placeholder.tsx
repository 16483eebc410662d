import { Link, useNavigate } from 'react-router-dom'
import { readSession } from '#pwa/attempt/session/store.ts'
import { routes } from '../routes.ts'
import { Button } from '../ui/Button.tsx'
import { Alone } from './Alone.tsx'

/** Who comes here has lost the link, or opened the installed app. */
export default function Placeholder() {
  const navigate = useNavigate()
  const session = readSession()
  return (
    <Alone
      title="Open your invitation"
      actions={
        session && (
          <Button
            variant="primary"
            size="large"
            onClick={() => navigate(session.isFinished ? routes.end : routes.test)}
          >
            {session.isFinished ? 'See the state of your last test' : 'Go back to your test'}
          </Button>
        )
      }
    >
      <p>
        Your test opens from the link in your invitation mail. Open that link on the computer you will use.
      </p>
      <p>
        You cannot find the mail? <Link to={routes.lostLink}>Ask for the link again</Link>.
      </p>
    </Alone>
  )
}
