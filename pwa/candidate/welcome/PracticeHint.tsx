import { useNavigate } from 'react-router-dom'
import { routes } from '../routes.ts'
import { Button } from '../ui/Button.tsx'

/** The way to the practice, and back here by the link's own token. */
export function PracticeHint({ token }: { token: string }) {
  const navigate = useNavigate()
  return (
    <div className="install-hint">
      <p>A two-minute practice, with the network off if you like. Nothing of it counts.</p>
      <Button size="small" onClick={() => navigate(routes.practice, { state: { token } })}>
        Practice
      </Button>
    </div>
  )
}
