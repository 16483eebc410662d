/** Where the console's pages stand; spelled only here. */
export const urls = {
  login: '/login',
  home: '/admin',
  newDrive: '/drive/create',
  copyDrive: (driveId: number | string) => `/drive/create?copy=${driveId}`,
  editDrive: (driveId: number | string) => `/admin/drive/${driveId}/edit`,
  driveDetails: (driveId: number | string) => `/admin/drive/${driveId}/details`,
  rules: '/rules',
  institutes: '/institute',
  /** What a super admin sees after signing in. */
  organizations: '/organizations',
  notFound: '/page_not_found',
  candidates: (driveId: number | string) => `/admin/drive/${driveId}/candidates`,
  result: (driveId: number | string) => `/admin/drive/${driveId}/result`,
  report: (driveId: number | string, token: string) =>
    `/admin/drive/${driveId}/candidate/${encodeURIComponent(token)}/report`,
  snapshots: (driveId: number | string, candidateId: number | string) =>
    `/drive/${driveId}/candidate/${candidateId}/snapshots`,
} as const

export const loginUrl = (isUnauthorized: boolean): string =>
  isUnauthorized ? `${urls.login}?unauthorized=true` : urls.login
