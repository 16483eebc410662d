import { Button, chakra, HStack } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { EMAIL_CHANGE_LOGOUT_MS } from '#contract/constants.ts'
import { profileForm } from '#contract/forms/account.ts'
import type { SessionView } from '#contract/views/account.ts'
import { PasswordField } from '#pwa/ui/field/PasswordField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { request } from '../../kit/http/request.ts'
import { updateSessionUser } from '../../kit/session/sessionStore.ts'
import { logoutAfter } from '../accounts/logout.ts'
import { changesOf, onStanding, profileFields } from './fields.ts'

interface Props {
  user: SessionView
  onDone: () => void
}

/** One's own names, address and number. A new address leads to the login, after its words could be read. */
export function ProfileForm({ user, onDone }: Props) {
  const client = useQueryClient()
  const [begun] = useState(() => profileFields(user))
  // Beside the form: what is typed there is kept on the device, a password never.
  const [password, setPassword] = useState('')
  const form = useForm({
    initial: begun,
    draft: 'profile',
    stored: { value: begun, merged: (draft, then) => onStanding(draft, then, begun) },
    schema: profileForm,
    async onSubmit(given, typed) {
      const { data, message } = await request('putUser', {
        params: { id: user.id },
        body: {
          id: user.id,
          ...changesOf(given, typed, begun),
          ...(given.email !== user.email && { current_password: password }),
        },
      })
      const isEmailChanged = data.user.email !== user.email
      const { id, first_name, last_name, email, mobile_number } = data.user
      // An answer still on its way from before the change must not undo it.
      await client.cancelQueries({ queryKey: ['getSession'] })
      updateSessionUser({ id, first_name, last_name, email, mobile_number })
      void client.invalidateQueries({ queryKey: ['getSession'] })
      toastDone(isEmailChanged ? consoleTexts.emailUpdated : (message ?? 'Update Successful'))
      if (isEmailChanged) logoutAfter(EMAIL_CHANGE_LOGOUT_MS)
      onDone()
    },
  })
  return (
    <chakra.form onSubmit={form.submit} noValidate aria-label="Edit profile" display="grid" gap="4">
      <Locked when={form.isBusy}>
        <TextField {...form.bind('first_name')} label="First Name" autoComplete="given-name" />
        <TextField {...form.bind('last_name')} label="Last Name" autoComplete="family-name" />
        <TextField
          {...form.bind('email')}
          label="Email"
          type="email"
          autoComplete="email"
          help="You sign in with this. If you change it, you will have to log in again."
        />
        {form.values.email.trim().toLowerCase() !== user.email && (
          <PasswordField
            name="current_password"
            value={password}
            onChange={setPassword}
            onTouched={() => {}}
            label="Password"
            help="Needed to change your email."
            autoComplete="current-password"
          />
        )}
        <TextField
          {...form.bind('mobile_number')}
          label="Mobile Number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
        />
      </Locked>
      <ServerSays>{form.refusal}</ServerSays>
      <HStack justify="flex-end" gap="2" pt="1">
        <Button type="button" variant="outline" onClick={() => form.giveUp(onDone)}>
          Cancel
        </Button>
        <SteadyButton type="submit" loading={form.isBusy} loadingText="Update">
          Update
        </SteadyButton>
      </HStack>
    </chakra.form>
  )
}
