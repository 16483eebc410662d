import { Box, Button, chakra, HStack, SimpleGrid, Stack } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { OrganizationView } from '#contract/views/account.ts'
import { withOwnChanges } from '#machines/forms/ownChanges.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { Conflict } from '../../kit/form/Conflict.tsx'
import { DiscardDraft } from '../../kit/form/Draft.tsx'
import { theirsOf } from '../../kit/form/fieldErrors.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { request } from '../../kit/http/request.ts'
import { useReturn } from '../../kit/list/useReturn.ts'
import { urls } from '../../urls.ts'
import { organizationDifferences, organizationPayload, organizationValues, schemaFor } from './fields.ts'

const flags = [
  ['allow_coding', consoleTexts.allowCoding],
  ['allow_mcq', consoleTexts.allowMcq],
  ['is_param_ai_allowed', consoleTexts.paramAssessment],
] as const

export function OrganizationForm({ organization }: { organization: OrganizationView }) {
  const client = useQueryClient()
  const toList = useReturn(urls.organizations)
  /** The organization that the form began with; changes made here are measured against it. */
  const begun = useRef(organization)
  /** The stored organization, as far as this page knows: nobody's change since then is written over unseen. */
  const standing = useRef(organization)
  /** The same, whatever a draft was begun with. */
  const newest = useRef(organization)
  const form = useForm({
    initial: organizationValues(organization),
    draft: `organization:${organization.id}`,
    stored: {
      value: begun.current,
      onRestored: (then) => {
        begun.current = then
        standing.current = then
      },
    },
    schema: schemaFor(begun.current),
    theirsOf: theirsOf<OrganizationView>,
    async onSubmit(given, typed) {
      const { message } = await request('putOrganization', {
        params: { organizationId: organization.id },
        body: organizationPayload(given, typed, begun.current, standing.current),
      })
      toastDone(message ?? 'Organization updated successfully')
      await client.invalidateQueries({ queryKey: ['getOrganizations'] })
      toList()
    },
  })
  const { theirs } = form
  /** Somebody else saved meanwhile: one's own changes over theirs, or on from theirs with what contradicts nothing. */
  const resolve = (isMine: boolean): void => {
    if (!theirs) return
    standing.current = theirs
    newest.current = theirs
    form.closeConflict()
    if (isMine) {
      void form.submit()
      return
    }
    const on = {
      before: organizationValues(begun.current),
      mine: form.values,
      theirs: organizationValues(theirs),
    }
    begun.current = theirs
    form.reset(withOwnChanges(on))
  }
  return (
    <chakra.form onSubmit={form.submit} noValidate display="grid" gap="5">
      <Box borderWidth="1px" borderRadius="l3" bg="bg.subtle" px="4" py="3.5">
        <Facts
          width="132px"
          facts={[
            ['Owner Name', organization.user_name || texts.notAvailable],
            ['Email', organization.user_email || texts.notAvailable],
            ['Contact Number', organization.user_contact || texts.notAvailable],
          ]}
        />
      </Box>
      <Locked when={form.isBusy}>
        <TextField {...form.bind('show_name')} label="Organization Name" autoComplete="off" />
        <TextAreaField {...form.bind('description')} label="Description" />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <TextField
            {...form.bind('contact_number')}
            label="Contacts"
            type="tel"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField {...form.bind('credits')} label="Credits" inputMode="numeric" autoComplete="off" />
        </SimpleGrid>
        <Stack as="fieldset" gap="2.5">
          <chakra.legend textStyle="sm" fontWeight="500" mb="2.5">
            Allowed features
          </chakra.legend>
          {flags.map(([name, label]) => (
            <Tick
              key={name}
              name={name}
              label={label}
              isTicked={form.values[name]}
              onTick={(to) => form.set(name, to)}
            />
          ))}
        </Stack>
      </Locked>
      <ServerSays>{form.refusal}</ServerSays>
      <HStack gap="2" pt="1" wrap="wrap">
        <SteadyButton
          type="submit"
          size="lg"
          loading={form.isBusy}
          loadingText={consoleTexts.updateOrganization}
        >
          {consoleTexts.updateOrganization}
        </SteadyButton>
        <Button variant="outline" size="lg" asChild>
          <Link to={urls.organizations} onClick={() => form.giveUp(() => {})}>
            Cancel
          </Link>
        </Button>
        {form.isDirty && !form.isBusy && (
          <DiscardDraft
            onDiscard={() => {
              begun.current = newest.current
              standing.current = newest.current
              form.reset(organizationValues(newest.current))
            }}
          >
            The organization stays as last saved.
          </DiscardDraft>
        )}
      </HStack>
      <Conflict
        theirs={theirs}
        what="organization"
        rowsOf={(now) => organizationDifferences(form.values, now, begun.current)}
        onMine={() => resolve(true)}
        onTheirs={() => resolve(false)}
        onBack={form.closeConflict}
      />
    </chakra.form>
  )
}
