import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { CallName } from '../paths.ts'
import { text, token } from '../primitives.ts'
import { texts } from '../texts.ts'

const password = text.max(1024, 'Password is too long').min(6, texts.passwordTooShort)
const named = (required: string) => text.transform((s) => s.trim()).pipe(z.string().min(1, required).max(100))

/** What a one-time link of an account is for, before anybody signs up with it. */
const invitationView = z.object({ email: z.string(), organization_name: z.string().nullable() })

/** Sign-up by a one-time link. */
export const accountEndpoints = {
  checkInvite: {
    who: 'public',
    summary: 'Says whether a sign-up link still holds, and for whom',
    body: z.strictObject({ invitation_token: token }),
    output: invitationView,
    errors: ['not_found'],
  },
  acceptInvite: {
    who: 'public',
    summary: 'Signs up with a one-time link; the link is used up by it',
    body: z
      .strictObject({
        invitation_token: token,
        first_name: named('First Name is required'),
        last_name: named('Last Name is required'),
        mobile_number: text
          .transform((s) => s.trim())
          .pipe(z.string().regex(/^\d{10}$/, 'Invalid Mobile Number')),
        password,
        password_confirmation: text.max(1024).min(6, 'Password Confirmation must be at least 6 characters'),
        show_name: text
          .transform((s) => s.trim())
          .pipe(
            z
              .string()
              .min(5, 'Organization Name must be at least 5 characters')
              .max(50, 'Organization Name must be at most 50 characters'),
          )
          .optional(),
      })
      .refine((body) => body.password === body.password_confirmation, {
        message: 'Passwords must match',
        path: ['password_confirmation'],
      }),
    output: z.object({ email: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
