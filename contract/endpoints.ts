import type { Endpoint } from './endpoint.ts'
import { candidateEndpoints } from './endpoints/candidate.ts'
import { consoleEndpoints } from './endpoints/console.ts'
import { syncEndpoints } from './endpoints/sync.ts'

/** Every call of the server: the routes, the OpenAPI document and the authorization tests are made from this table. */
export const endpoints: readonly Endpoint[] = [...candidateEndpoints, ...syncEndpoints, ...consoleEndpoints]
