import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const peopleHandlers: Handlers<
  | 'getUsers'
  | 'getRoles'
  | 'postInviteUser'
  | 'getParamKey'
  | 'postParamKey'
  | 'deleteParamKey'
  | 'getFeedbacks'
  | 'deleteFeedback'
> = {
  getUsers: later,
  getRoles: later,
  postInviteUser: later,
  getParamKey: later,
  postParamKey: later,
  deleteParamKey: later,
  getFeedbacks: later,
  deleteFeedback: later,
}
