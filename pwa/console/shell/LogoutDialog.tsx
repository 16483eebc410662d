import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { useLogout } from './useLogout.ts'

const DO_YOU_WANT_TO_LOGOUT = 'Do you want to logout?'

export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const logout = useLogout()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={DO_YOU_WANT_TO_LOGOUT}
      action="Logout"
      isBusy={logout.isPending}
      onConfirm={() => logout.mutate()}
      onCancel={onClose}
    />
  )
}
