import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { contactChoices } from '../tile/contactChoices.ts'
import type { Assessing } from './useAssessmentForm.ts'

/** Whom candidates can ask. */
export function ContactsField({ assessing: { form, users, stored } }: { assessing: Assessing }) {
  const name = 'assessments_contacts_attributes'
  const chosen = form.values[name].map(({ user_id }) => user_id)
  return (
    <MultiSelectField
      name={name}
      label="Contacts"
      placeholder={users.isPending ? 'Loading...' : 'Select contact(s)'}
      choices={contactChoices(users.data?.users, chosen, stored?.admin_users ?? [])}
      value={chosen.map(String)}
      fault={form.faultOf(name)}
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
