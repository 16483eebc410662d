import type { ReactNode } from 'react'
import { Brand } from '../ui/BrandMark.tsx'
import { useDocumentTitle, useHeadingFirst } from './arrival.ts'
import './page.css'
import { Moon, Sun } from 'lucide-react'
import { toggleTheme, useTheme } from '../theme.ts'
import { IconButton } from '../ui/Button.tsx'

export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  const Icon = dark ? Sun : Moon
  return (
    <IconButton
      size="small"
      label={dark ? 'Light theme' : 'Dark theme'}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={toggleTheme}
    />
  )
}

interface PageHeaderProps {
  /** The drive's name, where the page's title is another. */
  title?: string
  /** The drive's name, where the page's title is that. */
  drive?: string
  children?: ReactNode
}

/** The header of the plain screens; its content keeps to the page's column. */
export function SiteHeader({ title, drive = title, children }: PageHeaderProps) {
  useDocumentTitle(drive)
  useHeadingFirst()
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
