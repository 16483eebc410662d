import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const templateHandlers: Handlers<
  | 'getTemplates'
  | 'postTemplate'
  | 'putTemplate'
  | 'deleteTemplate'
  | 'postDefaultTemplate'
  | 'putDefaultTemplate'
> = {
  getTemplates: later,
  postTemplate: later,
  putTemplate: later,
  deleteTemplate: later,
  postDefaultTemplate: later,
  putDefaultTemplate: later,
}
