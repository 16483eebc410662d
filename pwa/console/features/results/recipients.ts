/** Who may get the result report, as the server says. */
export interface Recipient {
  user_id: number
  name: string
  email: string
}

/**
 * Of those who were chosen, who may get the report still: a draft can name somebody who is no contact any more, and one
 * such name has the server refuse all of them.
 */
export const stillRecipients = (chosen: readonly string[], recipients: readonly Recipient[]): string[] =>
  chosen.filter((id) => recipients.some(({ user_id }) => String(user_id) === id))
