import Dexie from 'dexie'

/**
 * Dexie alone: Ctrl+S writes what stands in the field as a row of `ops` and a row of `answers`, in one strict
 * transaction. The rows have the fields of an op and an answer; nothing is hashed, checked or read before.
 */

const db = new Dexie('bare', { chromeTransactionDurability: 'strict' })
db.version(1).stores({ ops: '[attempt_id+seq]', answers: '[attempt_id+key], attempt_id' })
const field = document.querySelector('textarea')
if (!field) throw new Error('writes.html has no field')

const attempt_id = 'A'.repeat(22)
const key = 'code:1:1'
const hash = 'a'.repeat(64)
let seq = 0

const save = (text: string): Promise<void> =>
  db.transaction('rw', [db.table('ops'), db.table('answers')], async () => {
    seq++
    await db.table('ops').add({
      attempt_id,
      lease_id: 'L'.repeat(22),
      seq,
      op_id: 'O'.repeat(22),
      type: 'draft',
      key,
      body: JSON.stringify({ problem_id: 1, language_id: 1, answer: text }),
      body_hash: hash,
      prev_hash: hash,
      hash,
      boot_id: 'B'.repeat(22),
      mono_ms: 1,
      wall_ms: 1,
      anchor_id: 'C'.repeat(60),
      est_server_ms: 1,
      result: null,
      reason: null,
      acked_at: null,
    })
    await db.table('answers').put({ attempt_id, key, seq, value: text, saved: null })
  })

addEventListener('keydown', (event) => {
  if (!event.ctrlKey || event.key !== 's') return
  event.preventDefault()
  void save(field.value)
})
