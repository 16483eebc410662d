import { Box, Fieldset, Grid } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { statusAt } from '#machines/attempt/time.ts'
import { isTooLong } from '#machines/drive/errors.ts'
import type { DriveForm } from '#machines/drive/form.ts'
import { DateTimeField } from '#pwa/ui/field/DateTimeField.tsx'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { questionTypesOf } from '../../kit/format/choiceLabels.ts'
import { timeZoneLabel } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { AdvancedSettings } from '../tile/AdvancedSettings.tsx'
import { contactChoices } from '../tile/contactChoices.ts'
import type { Wizard } from './useWizard.ts'

interface Props {
  wizard: Wizard
  /** The person tried to go on: all errors show. */
  isTried: boolean
  /** Somebody has begun: what is asked stays. */
  isFixed: boolean
  now: number
}

/** The first step: what the drive is called, where and when it is held, and who answers for it. */
export function DetailsStep({ wizard, isTried, isFixed, now }: Props) {
  const { form, stored, detailsErrors, users, edit } = wizard
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const institutes = useQuery(queryOf('getInstitutes'))
  const known = institutes.data?.institutes
  const isGone =
    known !== undefined && form.institute_id !== null && !known.some(({ id }) => id === form.institute_id)
  useEffect(() => {
    // A copy of a drive whose institute was deleted since: another one has to be chosen.
    if (isGone && wizard.stored === null) wizard.edit({ institute_id: null })
  }, [isGone, wizard.stored, wizard.edit])
  const isOngoing =
    stored?.form.start_time != null &&
    stored.form.end_time !== null &&
    statusAt({ start_time: stored.form.start_time, end_time: stored.form.end_time }, now) === 'ongoing'

  // The two dates are judged by each other.
  const isTouched = (name: string): boolean =>
    touched.has(name) || (name === 'end_time' && touched.has('start_time'))
  const touch = (name: string) => setTouched((old) => new Set(old).add(name))
  const shownError = (name: string): string | undefined =>
    isTried || isTouched(name) || isTooLong(detailsErrors[name]) ? detailsErrors[name] : undefined
  const bind = <K extends keyof DriveForm & string>(name: K) => ({
    name,
    value: form[name],
    error: shownError(name),
    onChange: (value: DriveForm[K]) => edit({ [name]: value }),
    onTouched: () => touch(name),
  })
  const contacts = bind('contact_ids')
  // A draft from before somebody began may hold another one: that one can be put back.
  const isTypeFixed = isFixed && form.question_type === stored?.form.question_type
  return (
    <Box px={{ base: '4', md: '6' }} py="5" maxW="56rem">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="5">
        <Box gridColumn="1 / -1">
          <TextField {...bind('name')} label="Title" autoComplete="off" />
        </Box>
        <Box gridColumn="1 / -1">
          <TextAreaField {...bind('description')} label="Description" rows={3} />
        </Box>
        <SelectField
          {...bind('institute_id')}
          value={form.institute_id === null ? '' : String(form.institute_id)}
          onChange={(value) => edit({ institute_id: value === '' ? null : Number(value) })}
          label="Institute"
          placeholder={institutes.isPending ? 'Loading...' : 'Select institute'}
          choices={(institutes.data?.institutes ?? []).map(({ id, name }) => ({
            value: String(id),
            label: name,
          }))}
          {...(institutes.isError && {
            help: `The institutes could not be loaded. ${institutes.error.message}`,
          })}
        />
        <MultiSelectField
          {...contacts}
          value={form.contact_ids.map(String)}
          onChange={(values) => {
            edit({ contact_ids: values.map(Number) })
            contacts.onTouched()
          }}
          label="Contacts"
          placeholder={users.isPending ? 'Loading...' : 'Select contact(s)'}
          choices={contactChoices(users.data?.users, form.contact_ids, wizard.contacts)}
          {...(users.isError && { help: `The contacts could not be loaded. ${users.error.message}` })}
        />
        <SelectField
          {...bind('question_type')}
          onChange={(value) => edit({ question_type: value as DriveForm['question_type'] })}
          label="Question Type"
          placeholder="Select question type"
          choices={questionTypesOf(wizard.flags, form.question_type)}
          isDisabled={isTypeFixed}
          {...(isTypeFixed && { help: 'Questions are locked: a candidate has started.' })}
        />
        <Box hideBelow="md" />
        <DateTimeField
          {...bind('start_time')}
          label="Start Date"
          from={now}
          isDisabled={isOngoing}
          help={isOngoing ? 'The drive has started: its start date is fixed.' : timeZoneLabel()}
        />
        <DateTimeField
          {...bind('end_time')}
          label="End Date"
          from={Math.max(now, form.start_time ?? 0)}
          {...(isOngoing && { help: 'Applies to running tests immediately.' })}
        />
        <Fieldset.Root gridColumn="1 / -1">
          <AdvancedSettings
            of="drive"
            settings={form.settings}
            onChange={(settings) => edit({ settings })}
            errorOf={shownError}
            onTouched={touch}
          />
        </Fieldset.Root>
      </Grid>
    </Box>
  )
}
