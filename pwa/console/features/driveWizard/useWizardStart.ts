import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DriveView } from '#contract/views/drive.ts'
import { copyOf, formOf, newForm } from '#machines/drive/form.ts'
import { storedFor } from '#machines/drive/wizard.ts'
import { queryOf } from '../../http/queryOf.ts'
import { readDraft } from '../../local/drafts.ts'
import { useSession } from '../../session/sessionStore.ts'
import type { WizardDraft, WizardStart } from './useWizard.ts'

/** Which drive is edited or copied; neither for a new one. */
export interface Which {
  editId: string | null
  copyId: string | null
  /** It was just created, and its rules come now. */
  isCreated: boolean
}

/** What the wizard begins with: read from the server, with the draft of the last time over it. */
export function useWizardStart({ editId, copyId, isCreated }: Which) {
  const session = useSession()
  const userId = session?.user.id ?? 0
  const sourceId = editId ?? copyId
  const query = useQuery({
    ...queryOf<{ drive: DriveView }>('getAdminDrive', { params: { id: sourceId ?? '' } }),
    enabled: sourceId !== null,
    // The form is measured against what is read here: what is shown must be what stands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const drive = query.data?.drive ?? null
  const draft = editId ? `edit ${editId}` : copyId ? `copy ${copyId}` : 'new'
  const [start, setStart] = useState<{ of: string; start: WizardStart } | null>(null)
  const isReady = sourceId === null || (drive !== null && !query.isFetching)
  useEffect(() => {
    if (!isReady || start?.of === draft) return
    let isCurrent = true
    const flags = {
      allow_coding: session?.user.allow_coding ?? true,
      allow_mcq: session?.user.allow_mcq ?? true,
    }
    void readDraft<WizardDraft>(userId, draft).then((kept) => {
      if (!isCurrent) return
      const now = Date.now()
      const plain = !drive ? newForm(now) : editId ? formOf(drive) : copyOf(drive, now)
      setStart({
        of: draft,
        start: {
          userId,
          draft,
          flags,
          plain,
          form: kept?.value.form ?? plain,
          stored: drive && editId ? storedFor(drive, kept?.value ?? null) : null,
          isCreated: isCreated && editId !== null,
          copyOf: drive && !editId ? drive.id : null,
          hasBegun: editId !== null && (drive?.appeared ?? 0) > 0,
        },
      })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, start, draft, drive, editId, isCreated, userId, session])
  return { query, start: start?.of === draft ? start.start : null, drive }
}
