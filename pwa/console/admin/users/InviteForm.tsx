import { chakra, HStack } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { inviteUserForm } from '#contract/forms/assessment.ts'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { isDoneInPart } from '#pwa/ui/toaster.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { queryOf } from '../../kit/http/queryOf.ts'

const empty = { email: '', role: '' }

/** Invites a colleague by mail; what the server says stands under the form. */
export function InviteForm() {
  const client = useQueryClient()
  const roles = useQuery(queryOf('getRoles'))
  const [done, setDone] = useState<string>()
  const form = useForm({
    initial: empty,
    draft: 'inviteUser',
    schema: inviteUserForm,
    async onSubmit(given, _, idempotentRequest) {
      setDone(undefined)
      const { message } = await idempotentRequest('postInviteUser', { body: given })
      setDone(`${given.email}: ${message ?? 'Invitation sent.'}`)
      form.reset(empty)
      await client.invalidateQueries({ queryKey: ['getUsers'] })
    },
  })
  return (
    <chakra.form
      onSubmit={form.submit}
      noValidate
      aria-label={consoleTexts.inviteUser}
      px={{ base: '4', md: '6' }}
      py="4"
      borderBottomWidth="1px"
      bg="bg.subtle"
    >
      <chakra.h2 textStyle="md" fontWeight="600" mb="3">
        {consoleTexts.inviteUser}
      </chakra.h2>
      <HStack gap="3" alignItems="start" maxW="46rem" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
        <Locked when={form.isBusy}>
          <chakra.div flex="1" minW={{ base: 'full', sm: '0' }}>
            <TextField {...form.bind('email')} label="Email" type="email" autoComplete="off" />
          </chakra.div>
          <chakra.div width={{ base: 'calc(100% - 56px)', sm: '12rem' }}>
            <SelectField
              {...form.bind('role')}
              label="Role"
              placeholder={roles.isPending ? 'Loading...' : 'Choose a role'}
              choices={(roles.data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              {...(roles.isError && { help: `The roles could not be loaded. ${roles.error.message}` })}
            />
          </chakra.div>
        </Locked>
        {/* Beside the fields, below the height of their labels. */}
        <SteadyButton
          type="submit"
          size="lg"
          px="0"
          mt="24px"
          aria-label="Send the invitation"
          loading={form.isBusy}
        >
          <SendHorizontal aria-hidden />
        </SteadyButton>
      </HStack>
      <chakra.div mt="2" _empty={{ display: 'none' }}>
        <ServerSays>{form.refusal}</ServerSays>
        {done && (
          <chakra.p
            role="status"
            color={isDoneInPart(done) ? 'fg.warning' : 'fg.success'}
            textStyle="sm"
            overflowWrap="anywhere"
          >
            {done}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.form>
  )
}
