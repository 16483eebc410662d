import type { Endpoint } from './endpoint.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { assessmentEndpoints, peopleEndpoints } from './endpoints/assessments.ts'
import { bankEndpoints } from './endpoints/bank.ts'
import { candidateEndpoints } from './endpoints/candidate.ts'
import { candidatesEndpoints } from './endpoints/candidates.ts'
import { driveEndpoints } from './endpoints/drives.ts'
import { evidenceEndpoints } from './endpoints/evidence.ts'
import { lateWorkEndpoints } from './endpoints/lateWork.ts'
import { organizationEndpoints } from './endpoints/organizations.ts'
import { resultEndpoints } from './endpoints/results.ts'
import { syncEndpoints } from './endpoints/sync.ts'
import type { CallName } from './paths.ts'

/**
 * Every call of the server: routes, OpenAPI document and authorization tests are made from this table. A path without
 * an entry here does not compile, and an entry without a policy (`who`) neither.
 */
export const endpoints = {
  ...candidateEndpoints,
  ...syncEndpoints,
  ...accountEndpoints,
  ...driveEndpoints,
  ...bankEndpoints,
  ...assessmentEndpoints,
  ...peopleEndpoints,
  ...candidatesEndpoints,
  ...resultEndpoints,
  ...lateWorkEndpoints,
  ...organizationEndpoints,
  ...evidenceEndpoints,
} as const satisfies Record<CallName, Endpoint>

export type Endpoints = typeof endpoints
