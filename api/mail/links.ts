/** Addresses of the console's pages that a mail leads to; a candidate's link is `candidateLink`. */
export const pageLinks = {
  login: (base: string): string => `${base}/login`,
  signUp: (base: string, token: string, isParamAi: boolean): string =>
    `${base}/accept/invite/${token}${isParamAi ? '?ref=paramAI' : ''}`,
  forgotPassword: (base: string): string => `${base}/forgot_password`,
  passwordReset: (base: string, token: string): string => `${base}/verify_forgot_password/${token}`,
  results: (base: string, driveId: number): string => `${base}/admin/drive/${driveId}/result`,
}
