import { MultiSelectField } from '#pwa/ui/field/MultiSelectField.tsx'
import { personName } from '../../format/person.ts'
import type { Assessing } from './useAssessmentForm.ts'

/** Whom candidates can ask. */
export function ContactsField({ assessing: { form, users, stored } }: { assessing: Assessing }) {
  const name = 'assessments_contacts_attributes'
  const chosen = form.values[name].map(({ user_id }) => user_id)
  const people = (users.data?.users ?? []).map((user) => ({
    value: String(user.id),
    label: personName(user),
  }))
  // A contact who was switched off is shown, and can be taken out.
  const gone = (stored?.admin_users ?? [])
    .filter((user) => !user.is_active && chosen.includes(user.id))
    .map((user) => ({
      value: String(user.id),
      label: `${personName(user)} (inactive)`,
    }))
  return (
    <MultiSelectField
      name={name}
      label="Contacts"
      placeholder={users.isPending ? 'Loading...' : 'Select contact(s)'}
      choices={[...people, ...gone]}
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
