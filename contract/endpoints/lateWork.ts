import { z } from 'zod'
import { LATE_ITEMS_A_PAGE } from '../constants.ts'
import type { Endpoint } from '../endpoint.ts'
import { lateDecisionBody } from '../forms/attempt.ts'
import type { CallName } from '../paths.ts'
import { flag, limit, offset, pathId, token } from '../primitives.ts'
import { lateCandidate, lateDrive, lateWorkView } from '../views/lateWork.ts'

/** The queue of late work: what waits for a decision, with its evidence. */
export const lateWorkEndpoints = {
  getLateDrives: {
    who: 'admin',
    summary: 'Drives and assessments with late work that waits for a decision, and from how many candidates',
    output: z.object({ drives: z.array(lateDrive), candidates: z.number() }),
  },
  getLateCandidates: {
    who: 'admin',
    summary:
      'Candidates of a drive whose work waits for a decision; with decided, also those whose work is decided',
    params: z.object({ driveId: pathId }),
    query: z.object({ offset, limit, decided: flag }),
    output: z.object({
      candidates: z.array(lateCandidate),
      /** The number of those asked for. */
      total: z.number(),
      /** Candidates of the drive with work that waits, and with any late work. */
      waiting: z.number(),
      all: z.number(),
      drive_name: z.string(),
    }),
    errors: ['not_found'],
  },
  getLateWork: {
    who: 'admin',
    summary: "One attempt's work that came late or is beside its log, decided or not",
    params: z.object({ ref: token }),
    query: z.object({
      offset,
      limit: limit.pipe(z.number().max(LATE_ITEMS_A_PAGE, `at most ${LATE_ITEMS_A_PAGE}`)),
    }),
    output: lateWorkView,
    errors: ['not_found'],
  },
  postLateDecision: {
    who: 'admin',
    summary: 'Accepts or rejects late work; scores follow; audited',
    params: z.object({ ref: token }),
    body: lateDecisionBody,
    output: lateWorkView,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
