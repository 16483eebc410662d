import { type FormEvent, useState } from 'react'
import { CallError, call } from '#pwa/http/call.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'

const INVALID = 'Enter the address your invitation was sent to.'
const looksRight = (email: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())

/** Who lost the mail asks for it again. The answer is the same for every address. */
export default function LostLinkPage() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (!looksRight(email)) return setError(INVALID)
    setBusy(true)
    setError(undefined)
    try {
      const { message } = await call('postLinkRequest', { body: { email: email.trim() } })
      setSaid(message)
    } catch (refusal) {
      setError(
        refusal instanceof CallError
          ? (refusal.errors.email?.[0] ?? refusal.message)
          : 'This did not work. Try again.',
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <NoticePage title="Ask for your link again">
      {said ? (
        <p role="status">{said}</p>
      ) : (
        <form onSubmit={submit} noValidate>
          <p>Your link is emailed to you again. It opens the same test, with everything you wrote.</p>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(undefined)
            }}
          />
          <p>
            <Button type="submit" variant="primary" size="large">
              Send the link
            </Button>
          </p>
        </form>
      )}
    </NoticePage>
  )
}
