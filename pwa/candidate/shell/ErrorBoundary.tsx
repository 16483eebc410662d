import { Component, type ReactNode } from 'react'
import { isPartMissing } from '#pwa/http/partMissing.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { Button } from '../ui/Button.tsx'
import './page.css'

interface State {
  error: Error | null
}

const reload = () => location.reload()

const faulty = {
  title: 'This page stopped working',
  words:
    'Everything you wrote is kept on this device. Reload the page to continue where you were; your time keeps running on the server, so do it now.',
}
const missing = {
  title: 'Part of this page did not load',
  words:
    'The connection broke while it was loading. Everything you wrote is kept on this device; if your test is running, so is your time. The page reloads by itself when the network is back.',
}

/** A fault of ours, or a part that the line did not bring: what is kept is safe, and a reload is the way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown) {
    // Before that a reload would leave the browser's own page of faults.
    if (isPartMissing(error)) addEventListener('online', reload)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const isMissing = isPartMissing(error)
    const { title, words } = isMissing ? missing : faulty
    return (
      <main className="page-alone" role="alert">
        <BrandMark size={48} />
        <h1>{title}</h1>
        <p>{words}</p>
        <div className="page-actions">
          <Button variant="primary" size="large" onClick={reload}>
            Reload the page
          </Button>
        </div>
        {!isMissing && <p className="visually-hidden">{error.message}</p>}
      </main>
    )
  }
}
