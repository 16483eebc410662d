import { Moon, Sun } from 'lucide-react'
import { toggleColorMode, useColorMode } from '#pwa/ui/colorMode.ts'

/** What the button does, as its icon and its words say. */
export function useThemeSwitch() {
  const isDark = useColorMode() === 'dark'
  return { Icon: isDark ? Sun : Moon, name: isDark ? 'Light theme' : 'Dark theme', toggle: toggleColorMode }
}
