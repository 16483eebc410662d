import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { signUpRequestForm } from '../forms/account.ts'
import { organizationBody } from '../forms/organization.ts'
import type { CallName } from '../paths.ts'
import { limit, offset, pathId, search } from '../primitives.ts'
import * as view from '../views/account.ts'

/** The calls of a super admin: organizations, and who may begin one. */
export const organizationEndpoints = {
  getOrganizations: {
    who: 'superadmin',
    summary: 'All organizations with their counts',
    query: z.object({ offset, limit, search }),
    output: z.object({
      organizations: z.array(view.organizationCard),
      total_organizations: z.number(),
      pages: z.number(),
    }),
  },
  getOrganization: {
    who: 'superadmin',
    summary: 'One organization',
    params: z.object({ id: pathId }),
    output: z.object({ organization: view.organizationView }),
    errors: ['not_found'],
  },
  putOrganization: {
    who: 'superadmin',
    summary: 'Changes an organization; a conflict returns both states',
    params: z.object({ organizationId: pathId }),
    body: organizationBody,
    output: z.object({ organization: view.organizationView }),
    errors: ['not_found', 'conflict'],
  },
  getSignupRequests: {
    who: 'superadmin',
    summary: 'Requests for a sign-up link, newest first',
    query: z.object({ offset, limit }),
    output: z.object({ requests: z.array(view.signUpRequest), total: z.number() }),
  },
  postSignupLink: {
    who: 'superadmin',
    summary: 'Emails a sign-up link, requested or not',
    body: signUpRequestForm,
    output: z.object({ mail: view.mailState }),
    errors: ['conflict'],
  },
  postSignupRequestLink: {
    who: 'superadmin',
    summary:
      'Returns the sign-up link that was made for a request, to be passed on by means other than email; audited',
    params: z.object({ id: pathId }),
    body: z.strictObject({}),
    output: z.object({ link: z.string() }),
    secret: true,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
