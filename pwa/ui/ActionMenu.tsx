import { Menu } from '@chakra-ui/react'
import { type ComponentProps, useId } from 'react'

/**
 * A menu that gives the focus back to its button once it is gone. By itself it does so at the choice, and where that comes
 * quickly takes it once more a frame later: then the focus goes with the menu.
 */
export function ActionMenu(props: ComponentProps<typeof Menu.Root>) {
  const button = useId()
  const giveBack = () => {
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    if (isLost || focused.closest('[role=menu]')?.getAttribute('aria-labelledby') === button)
      document.getElementById(button)?.focus({ preventScroll: true })
  }
  return <Menu.Root ids={{ trigger: button }} onExitComplete={giveBack} {...props} />
}
