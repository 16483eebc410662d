/** How the addresses of pages begin, below the root. An address that begins otherwise is none of ours. */
const roots = new Set([
  ...['', 'login', 'signup', 'accept', 'forgot_password', 'verify_forgot_password', 'invalid_token'],
  ...['reviewer', 'support', 'page_not_found', 'home', 'admin', 'administrant', 'candidate'],
  ...['profile', 'search', 'mails', 'audit_log', 'users', 'feedbacks', 'organizations', 'institute', 'rules'],
  ...['drive', 'problem', 'problems', 'question', 'questions', 'assessment', 'assessments'],
])

/** Whether a path may be a page's: others get the page as well, which leads people on, and 404 for programs. */
export const isPagePath = (path: string): boolean => roots.has(path.split('/', 2)[1] ?? '')
