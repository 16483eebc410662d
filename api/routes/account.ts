import { checkInvite, signUp } from '../services/signUp.ts'
import type { Handlers } from './handler.ts'

export const accountHandlers: Handlers<'checkInvite' | 'acceptInvite'> = {
  checkInvite: async ({ ctx, body, address }) => ({
    data: await checkInvite(ctx, body.invitation_token, address),
  }),
  acceptInvite: async ({ ctx, body, address }) => ({
    data: await signUp(ctx, body, address),
    message: 'Your account has been created successfully. Please login',
  }),
}
