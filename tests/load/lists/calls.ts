import { urlOf } from '#contract/paths.ts'

/** The calls to measure: every list and result call of the console, on the drive with the most attempts. */

export interface Subject {
  drive: number
  candidate: number
  ref: string
}

export interface Asked {
  name: string
  url: string
  as: 'admin' | 'superAdmin'
  /** The call whose deep page this is. */
  deepOf?: string
}

/** A page of 15 at depth 15,000. */
const DEEP_PAGE = 1_001
const DEEP_OFFSET = 15_000

/** The least that a signed-in call costs. */
export const REFERENCE: Asked = { name: 'reference', url: urlOf('getSession'), as: 'admin' }

export function listCalls({ drive, candidate, ref }: Subject): Asked[] {
  const admin = (name: string, url: string, deepOf?: string): Asked => ({
    name,
    url,
    as: 'admin',
    ...(deepOf !== undefined && { deepOf }),
  })
  const drives = (call: 'getDrives' | 'getOngoingDrives' | 'getUpcomingDrives' | 'getCompletedDrives') => [
    admin(call, urlOf(call)),
    admin(`${call}, search`, urlOf(call, {}, { search: 'harbour 7' })),
  ]
  const candidates = (name: string, query: Record<string, string | number | boolean>, deepOf?: string) =>
    admin(`getCandidateList${name}`, urlOf('getCandidateList', { driveId: drive }, query), deepOf)
  const results = (name: string, query: Record<string, string | number | boolean>, deepOf?: string) =>
    admin(`getResults${name}`, urlOf('getResults', { id: drive }, query), deepOf)
  const bank = (call: 'getProblemsList' | 'getAdminQuestions') => [
    admin(call, urlOf(call, {}, { limit: 15 })),
    admin(`${call}, search`, urlOf(call, {}, { limit: 15, search: 'case 77' })),
    admin(`${call}, all`, urlOf(call)),
  ]
  return [
    ...drives('getDrives'),
    admin('getDrives, offset 9,000', urlOf('getDrives', {}, { offset: 9_000 }), 'getDrives'),
    ...drives('getOngoingDrives'),
    ...drives('getUpcomingDrives'),
    ...drives('getCompletedDrives'),
    admin(
      'getCompletedDrives, offset 9,000',
      urlOf('getCompletedDrives', {}, { offset: 9_000 }),
      'getCompletedDrives',
    ),
    admin('getLateDrives', urlOf('getLateDrives')),
    admin('getLateCandidates', urlOf('getLateCandidates', { driveId: drive })),
    candidates('', {}),
    candidates(', page 1,001', { page: DEEP_PAGE }, 'getCandidateList'),
    candidates(', search one', { search: 'kowalski4321' }),
    candidates(', search 1,500', { search: 'kowalski' }),
    candidates(', search everybody', { search: 'example' }),
    candidates(', absent', { absent_candidates: true }),
    candidates(', absent, search', { absent_candidates: true, search: 'kowalski' }),
    admin('getAbsentIds', urlOf('getAbsentIds', { driveId: drive })),
    results('', {}),
    results(', page 1,001', { page: DEEP_PAGE }, 'getResults'),
    results(', search one', { search: 'kowalski4321' }),
    results(', search 1,500', { search: 'kowalski' }),
    results(', search everybody', { search: 'example' }),
    results(', search everybody, page 1,001', { search: 'example', page: DEEP_PAGE }),
    results(', search two letters', { search: 'zo' }),
    results(', shortlisted', { shortlisted: true }),
    results(', shortlisted, search', { shortlisted: true, search: 'kowalski' }),
    admin('getStatistics', urlOf('getStatistics', { id: drive })),
    admin('getDriveDetails', urlOf('getDriveDetails', { driveId: drive })),
    ...bank('getProblemsList'),
    ...bank('getAdminQuestions'),
    { name: 'getOrganizations', url: urlOf('getOrganizations'), as: 'superAdmin' },
    {
      name: 'getOrganizations, search',
      url: urlOf('getOrganizations', {}, { search: 'large' }),
      as: 'superAdmin',
    },
    admin('getAuditLog', urlOf('getAuditLog')),
    admin('getAuditLog, offset 15,000', urlOf('getAuditLog', {}, { offset: DEEP_OFFSET }), 'getAuditLog'),
    admin('getFeedbacks', urlOf('getFeedbacks')),
    admin('getFeedbacks, offset 15,000', urlOf('getFeedbacks', {}, { offset: DEEP_OFFSET }), 'getFeedbacks'),
    admin('getSnapshots', urlOf('getSnapshots', {}, { drive_id: drive, candidate_id: candidate })),
    admin('getReport', urlOf('getReport', { token: ref })),
  ]
}
