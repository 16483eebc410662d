import { Button } from '../ui/Button.tsx'
import { send } from '../way/way.ts'

/** The way to the practice, and back here by the link's own token. */
export function PracticeHint() {
  return (
    <div className="install-hint">
      <p>A two-minute practice, with the network off if you like. Nothing of it counts.</p>
      <Button size="small" onClick={() => send({ type: 'PRACTISE' })}>
        Practice
      </Button>
    </div>
  )
}
