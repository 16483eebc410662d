import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import type { Leaving } from './useLeaving.ts'

/** Asks whoever leaves a form with something typed. */
export function LeaveDialog({ isAsked, leave, stay }: Leaving) {
  return (
    <ConfirmDialog
      isOpen={isAsked}
      title="Leave this page? Your changes are kept on this device as a draft."
      action="Leave"
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
