import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import './page.css'

interface State {
  error: Error | null
}

/** A fault of ours: what is kept is safe, and a reload is the way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="page-alone" role="alert">
        <Mark size={48} />
        <h1>This page stopped working</h1>
        <p>
          Everything you wrote is kept on this device. Reload the page to go on where you were; your time
          keeps running on the server, so do it now.
        </p>
        <div className="page-actions">
          <Button variant="primary" size="large" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </div>
        <p className="visually-hidden">{error.message}</p>
      </main>
    )
  }
}
