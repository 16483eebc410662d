import type { MailStateView } from '../views.ts'

/** Whether it is worth looking again: it has neither gone out nor been refused. */
export const isUnderWay = (mail: Pick<MailStateView, 'status'> | null | undefined): boolean =>
  mail?.status === 'queued' || mail?.status === 'sending'
