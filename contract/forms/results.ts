import { z } from 'zod'

/** How results are sorted; email_down and newest are the other way round of email and of the invitation's order. */
export const resultSort = z.enum(['best', 'worst', 'email', 'email_down', 'invited', 'newest'])
export type ResultSort = z.infer<typeof resultSort>
