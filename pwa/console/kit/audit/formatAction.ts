import { capital, spaced } from './formatFieldValue.ts'

/** An action as the middle of a sentence: the person who did it stands before, the thing it was done to behind. */

const told: Readonly<Record<string, string>> = {
  'assessment.create': 'Created the assessment',
  'assessment.update': 'Changed the assessment',
  'assessment.delete': 'Deleted the assessment',
  'candidate.accommodation': 'Changed the accommodation',
  'candidate.delete': 'Deleted the candidate',
  'candidate.download': 'Downloaded the candidate’s data',
  'candidate.invite': 'Invited candidates',
  'candidate.late_accepted': 'Accepted late work',
  'candidate.late_rejected': 'Rejected late work',
  'candidate.link': 'Copied the link',
  'candidate.links': 'Downloaded the links',
  'candidate.message': 'Sent a message',
  'candidate.minutes': 'Added minutes',
  'candidate.pause': 'Paused the test',
  'candidate.reissue': 'Replaced the link',
  'candidate.reopen': 'Reopened the test',
  'candidate.rescue': 'Imported a rescue file',
  'candidate.resend': 'Resent invitations',
  'candidate.reset_device': 'Reset the device',
  'candidate.resume': 'Resumed the test',
  'candidate.revoke': 'Revoked the link',
  'candidate.shortlist': 'Changed the shortlist',
  'drive.create': 'Created the drive',
  'drive.update': 'Changed the drive',
  'drive.delete': 'Deleted the drive',
  'drive.rejudge': 'Started a rejudge',
  'drive.rejudge_applied': 'Applied a rejudge',
  'drive.rejudge_discarded': 'Discarded a rejudge',
  'drive.rejudge_marks': 'Changed marks by a rejudge',
  'evidence.download': 'Downloaded the evidence archive',
  'feedback.delete': 'Deleted the feedback',
  'institute.create': 'Added the institute',
  'institute.update': 'Changed the institute',
  'institute.delete': 'Deleted the institute',
  'organization.create': 'Created the organization',
  'organization.update': 'Changed the organization',
  'param_key.create': 'Created a Param key',
  'param_key.revoke': 'Revoked the Param key',
  'problem.create': 'Added the problem',
  'problem.update': 'Changed the problem',
  'problem.delete': 'Deleted the problem',
  'problem.import': 'Imported problems',
  'question.create': 'Added the question',
  'question.update': 'Changed the question',
  'question.delete': 'Deleted the question',
  'question.import': 'Imported questions',
  'result.report': 'Sent the result report',
  'rule.create': 'Added the rule',
  'rule.update': 'Changed the rule',
  'rule.delete': 'Deleted the rule',
  'sign_up.link': 'Copied the sign-up link',
  'sign_up.send_link': 'Sent a sign-up link',
  'snapshots.view': 'Viewed the pictures',
  'template.create': 'Added the template',
  'template.update': 'Changed the template',
  'template.delete': 'Deleted the template',
  'test_case.create': 'Added the test case',
  'test_case.update': 'Changed the test case',
  'user.activate': 'Activated the account',
  'user.deactivate': 'Deactivated the account',
  'user.invite': 'Invited the user',
  'user.invite_again': 'Invited the user again',
  'user.link': 'Copied the invitation link',
  'user.reset_link': 'Made a link to a new password',
  'user.reset_password': 'Reset the password',
  'user.sign_up': 'Signed up',
  'user.update': 'Changed the profile',
}

/** Those that have a sentence. */
export const knownActions: readonly string[] = Object.keys(told)

/** 'user.reset_password' → 'Reset the password'; of another version's words are made of the name: 'drive.turn' → 'Drive: turn'. */
export function formatAction(action: string): string {
  const [noun = '', ...verbs] = action.split('.')
  const verb = spaced(verbs.join(' '))
  return told[action] ?? (verb ? `${capital(spaced(noun))}: ${verb}` : capital(spaced(noun)))
}
