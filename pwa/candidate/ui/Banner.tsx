import type { ReactNode } from 'react'
import './banner.css'

interface BannerProps {
  tone: 'device' | 'warn' | 'bad' | 'ok' | 'info'
  icon: ReactNode
  children: ReactNode
  /** The actions on it, at the right. */
  side?: ReactNode
}

/** Takes height from the panes below; never lies over anything. */
export function Banner({ tone, icon, children, side }: BannerProps) {
  return (
    <section className={`banner is-${tone}`} role="status">
      {icon}
      <p>{children}</p>
      {side && <div className="banner-side tabular">{side}</div>}
    </section>
  )
}
