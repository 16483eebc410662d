import { Box, CloseButton, chakra, Grid, Text } from '@chakra-ui/react'
import { useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { TextAreaField } from '#pwa/ui/field/TextAreaField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { Conflict } from '../../kit/form/Conflict.tsx'
import { DiscardDraft, DraftBadge } from '../../kit/form/Draft.tsx'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { AdvancedSettings } from '../tile/AdvancedSettings.tsx'
import { contactChoices } from '../tile/contactChoices.ts'
import { DrawFields } from './DrawFields.tsx'
import { assessmentDifferences, assessmentForm, errorsElsewhere, isDrawnAnew, totalOf } from './fields.ts'
import { QuestionsTable } from './QuestionsTable.tsx'
import type { AssessmentStart } from './start.ts'
import { type Assessing, useAssessmentForm } from './useAssessmentForm.ts'

/** One form for creating, copying and changing an assessment. */
export function AssessmentForm({ start, title }: { start: AssessmentStart; title: string }) {
  const navigate = useNavigate()
  const assessing = useAssessmentForm(start)
  const { form, stored, keptAt, isChanged, discard, resolve } = assessing
  const total = totalOf(form.values, assessing.allowed)
  return (
    <>
      <PageHeader
        path={[{ name: 'Assessments', to: urls.assessments }]}
        title={title}
        beside={<DraftBadge keptAt={keptAt} />}
        actions={
          <>
            {isChanged && (
              <DiscardDraft onDiscard={discard}>
                {stored ? 'The assessment stays as last saved.' : 'The form will be cleared.'}
              </DiscardDraft>
            )}
            <CloseButton
              hideBelow="md"
              aria-label="Leave and keep the draft"
              onClick={() => navigate(urls.assessments)}
            />
          </>
        }
      />
      <chakra.form
        onSubmit={form.submit}
        noValidate
        display="flex"
        flexDirection="column"
        flex="1"
        aria-label={title}
      >
        <Grid
          flex="1"
          templateColumns={{
            base: 'minmax(0, 1fr)',
            xl: stored ? 'minmax(0, 36rem) minmax(26rem, 1fr)' : 'minmax(0, 44rem)',
          }}
          gap="8"
          px={{ base: '4', md: '6' }}
          py="5"
          alignItems="start"
        >
          <Locked when={form.isBusy}>
            <Fields assessing={assessing} />
          </Locked>
          {stored && (
            <QuestionsTable
              questions={stored.questions}
              willChange={isDrawnAnew(form.values, stored, assessing.allowed)}
            />
          )}
        </Grid>
        <FormFooter
          action={stored ? 'Update' : 'Create'}
          isBusy={form.isBusy}
          refusal={form.refusal ?? errorsElsewhere(form.errorOf, assessing.allowed)}
        >
          <Text color="fg.muted" aria-live="polite">
            {plural(total, 'question')} in total
          </Text>
        </FormFooter>
      </chakra.form>
      <Conflict
        theirs={form.theirs}
        what="assessment"
        rowsOf={(now) =>
          assessmentDifferences(form.values, assessmentForm(now), assessing.plain, [
            ...(assessing.users.data?.users ?? []),
            ...now.admin_users,
          ])
        }
        onMine={() => resolve(true)}
        onTheirs={() => resolve(false)}
        onBack={form.closeConflict}
      />
    </>
  )
}

function Fields({ assessing }: { assessing: Assessing }) {
  const { form, stored, isParamAllowed } = assessing
  return (
    <Box display="grid" gap="5" minW="0">
      <TextField {...form.bind('name')} label="Title" autoComplete="off" />
      <TextAreaField {...form.bind('description')} label="Description" rows={3} />
      <ContactsField assessing={assessing} />
      <DrawFields assessing={assessing} />
      <AdvancedSettings
        of="assessment"
        settings={form.values.settings}
        onChange={(settings) => form.set('settings', settings)}
        errorOf={form.errorOf}
        onTouched={form.touch}
      />
      {/* A Param assessment says so even if no new ones may be made any more; so does a draft that would be one. */}
      {(isParamAllowed || stored?.is_param || form.values.is_param) && (
        <Box>
          <Tick
            name="is_param"
            label={consoleTexts.paramAssessment}
            isTicked={form.values.is_param}
            onTick={(to) => form.set('is_param', to)}
          />
          {form.errorOf('is_param') && (
            <Text role="status" color="fg.error" textStyle="xs" mt="1">
              {form.errorOf('is_param')}
            </Text>
          )}
        </Box>
      )}
    </Box>
  )
}

/** Whom candidates can ask. */
function ContactsField({ assessing: { form, users, stored } }: { assessing: Assessing }) {
  const name = 'assessments_contacts_attributes'
  const chosen = form.values[name].map(({ user_id }) => user_id)
  return (
    <MultiSelectField
      name={name}
      label="Contacts"
      placeholder={users.isPending ? 'Loading...' : 'Select contact(s)'}
      choices={contactChoices(users.data?.users, chosen, stored?.admin_users ?? [])}
      value={chosen.map(String)}
      error={form.errorOf(name)}
      onChange={(to) =>
        form.set(
          name,
          to.map((id) => ({ user_id: Number(id) })),
        )
      }
      onTouched={() => {}}
      {...(users.isError && { help: `The contacts could not be loaded. ${users.error.message}` })}
    />
  )
}
