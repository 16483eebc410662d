import { formatErasingHold } from '#machines/drive/retention.ts'
import { readErasingHold, waitingInWords } from '../services/retention/onHold.ts'
import { unreadable } from './data.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'

const NAME = 'Erasing'

/** Whether what is due by a rule is erased, or waits for somebody. */
export async function examineErasing({ read, now }: Patient): Promise<Diagnosis> {
  if (read === null) return { name: NAME, ok: null, says: unreadable }
  const hold = await readErasingHold(read, now())
  if (hold === null)
    return { name: NAME, ok: true, says: 'Whatever is due by a rule is erased while the server runs.' }
  const waiting = await waitingInWords(read, now())
  return {
    name: NAME,
    ok: waiting === null ? null : false,
    says: `${formatErasingHold(hold)} ${waiting ?? 'Nothing is due.'}`,
    todo: 'Look at the rules with holdfast retention, change those that are no longer right, then let it go on with holdfast retention --go-on.',
  }
}
