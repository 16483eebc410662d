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
