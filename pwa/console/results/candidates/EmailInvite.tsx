import { type FormEvent, useEffect, useRef, useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { FORM_MAX_EMAILS, sortEmails, splitEmails } from '#contract/forms/invitation.ts'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import type { Invite } from './useInvite.ts'

interface Props {
  invite: Invite
  /** The text in the field that is not sent yet. */
  text: string
  onText: (text: string) => void
  /** Id of the words that say why nothing can be sent now. */
  cannotSend: string | undefined
}

/** How many were given, and the way that takes them. */
const tooManyText = (given: number): string =>
  `${consoleTexts.tooManyEmails} ${given.toLocaleString('en')} were given. Upload them as a CSV file below.`

/** Up to ten addresses, separated by commas. The good ones go out although others are none. */
export function EmailInvite({ invite, text, onText, cannotSend }: Props) {
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || invite.isBusy) return
    setSending(true)
    await sendTyped().finally(() => setSending(false))
  }
  const form = useRef<HTMLFormElement>(null)
  const hasSent = useRef(false)
  // The keyboard goes to the field if text is left there to be put right.
  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    if (isSending) hasSent.current = true
    else if (hasSent.current && field?.value) field.focus()
  }, [isSending])
  const refuse = (words: string) => invite.refuse({ at: 'emails', words })
  const sendTyped = async () => {
    const given = splitEmails(text)
    if (given.length === 0) return refuse(consoleTexts.noEmails)
    if (given.length > FORM_MAX_EMAILS) return refuse(tooManyText(given.length))
    const { valid, invalid } = sortEmails(text)
    const told = `${consoleTexts.invalidEmails} ${invalid.join(', ')}`
    if (valid.length === 0) return refuse(told)
    const beside = invalid.length > 0 ? ({ at: 'emails', words: told } as const) : undefined
    // Text that is no address stays in the field, to be put right.
    if ((await invite.send(valid.join(','), undefined, beside)) === 'sent') onText(invalid.join(', '))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Locked when={isSending}>
        <TextAreaField
          name="emails"
          label="Email"
          rows={2}
          help={`Up to ${FORM_MAX_EMAILS} addresses, separated by commas.`}
          value={text}
          error={invite.errorAt('emails')}
          onChange={(to) => {
            onText(to)
            invite.mend('emails')
          }}
          onTouched={() => {}}
        />
      </Locked>
      <SteadyButton
        type="submit"
        mt="3"
        size="lg"
        loading={isSending}
        disabled={invite.isBusy || cannotSend !== undefined}
        aria-describedby={cannotSend}
        loadingText={consoleTexts.sendInvitation}
      >
        {consoleTexts.sendInvitation}
      </SteadyButton>
    </form>
  )
}
