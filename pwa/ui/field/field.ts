/** The same border around whatever kind of field is wrong; one that sets a colour of its own overrides the recipe's. */
export const fieldBorder = (error: string | undefined) =>
  error === undefined ? 'border.control' : 'border.error'

/** The props that every field of a form is given; `useForm(...).bind(name)` makes them. */
export interface FieldProps<V = string> {
  name: string
  value: V
  /** The error of the value, in words; nothing while the value is right or not yet judged. */
  error?: string | undefined
  onChange: (value: V) => void
  /** The person is done with the field for now. */
  onTouched: () => void
}
