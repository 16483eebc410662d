import { Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './Button.tsx'
import { Glyph } from './Glyph.tsx'
import './toast.css'
import { dismissToast, readToasts, type Toast, watchToasts } from './toasts.ts'

function ToneGlyph({ tone }: { tone: Toast['tone'] }) {
  return tone === 'info' ? (
    <Info size={16} strokeWidth={1.75} aria-hidden="true" />
  ) : (
    <Glyph name={tone} size={16} />
  )
}

export function ToastRegion() {
  const toasts = useSyncExternalStore(watchToasts, readToasts)
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`toast is-${toast.tone}`}
          role={toast.tone === 'bad' ? 'alert' : undefined}
        >
          <ToneGlyph tone={toast.tone} />
          <p>{toast.text}</p>
          <IconButton
            label="Close message"
            size="small"
            icon={<X size={16} />}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </section>
  )
}
