import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/**
 * The way out of a dialog that was typed into: Escape and the cross are pressed by accident, so they ask first.
 * @returns what they do, and the question to stand in the dialog
 */
export function useDiscard(isDirty: boolean, leave: () => void): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (isDirty ? setAsking(true) : leave()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard your changes?"
        action="Discard"
        onConfirm={() => {
          setAsking(false)
          leave()
        }}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
