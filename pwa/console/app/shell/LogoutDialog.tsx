import { consoleTexts } from '#contract/consoleTexts.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { useLogout } from '../accounts/logout.ts'

export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const logout = useLogout()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={consoleTexts.logoutQuestion}
      action="Logout"
      isBusy={logout.isPending}
      onConfirm={() => logout.mutate()}
      onCancel={onClose}
    />
  )
}
