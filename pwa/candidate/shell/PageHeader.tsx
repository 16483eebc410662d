import type { ReactNode } from 'react'
import { Brand } from '../ui/Mark.tsx'
import './page.css'
import { ThemeToggle } from './ThemeToggle.tsx'

interface PageHeaderProps {
  /** The drive's name, where the page's title is another. */
  title?: string
  children?: ReactNode
}

/** Of the plain screens; its content keeps to the page's column. */
export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-column">
        <Brand />
        {title && <span className="page-title">{title}</span>}
        <div className="page-header-side">
          {children}
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}
