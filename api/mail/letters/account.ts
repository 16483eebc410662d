import type { Letter } from '../message.ts'
import { facts, link, note, paragraph } from './blocks.ts'
import { askLine, type MailContact } from './contact.ts'
import { moment } from './format.ts'
import { letter } from './letter.ts'

interface LinkFacts {
  /** null: the account begins an organization of its own. */
  organization: string | null
  contact: MailContact
  link: string
  expiresAt: number
}

const validUntil = (at: number) => note(`The link works once, until ${moment(at)}.`)

/** The sign-up link: to join an organization, or to begin one. */
export function signUpLetter({ organization, contact, link: url, expiresAt }: LinkFacts): Letter {
  const subject = organization ? `Join ${organization} on Holdfast` : 'Your Holdfast sign-up link'
  const first = organization
    ? `You are invited to join ${organization} on Holdfast.`
    : 'Someone, probably you, asked for a Holdfast account with this address.'
  return letter(subject, [
    paragraph(first),
    link('Create account', url),
    validUntil(expiresAt),
    note('If you did not expect this email, you can ignore it.'),
    askLine(contact, organization),
  ])
}

/** The link to a new password. */
export function passwordResetLetter({ organization, contact, link: url, expiresAt }: LinkFacts): Letter {
  const account = organization ? `your account at ${organization}` : 'your account'
  return letter('Reset your Holdfast password', [
    paragraph(`Someone, probably you, asked for a new password for ${account}.`),
    link('Choose a new password', url),
    validUntil(expiresAt),
    note('If it was not you, you do not need to do anything: your password stays the same.'),
    askLine(contact, organization),
  ])
}

/** Confirms that the address of an account was changed; goes to the old address and to the new one. */
export function emailChangedLetter(about: {
  organization: string | null
  contact: MailContact
  from: string
  to: string
  loginLink: string
}): Letter {
  const { organization, contact, from, to } = about
  return letter('The email address of your Holdfast account was changed', [
    paragraph(
      organization
        ? `Your account at ${organization} has a new email address. From now on, sign in with it.`
        : 'Your account has a new email address. From now on, sign in with it.',
    ),
    facts(['Old address', from], ['New address', to]),
    link('Sign in', about.loginLink),
    note('If you did not change it, report this at once to the contact below.'),
    askLine(contact, organization),
  ])
}

/** Answers a request for a sign-up link where there is nothing to sign up for. */
export function accountExistsLetter(about: {
  organization: string | null
  contact: MailContact
  loginLink: string
  resetLink: string
}): Letter {
  const { organization, contact } = about
  return letter('You already have a Holdfast account', [
    paragraph(
      organization
        ? `Someone, probably you, asked for a sign-up link for this address. This address already has an account at ${organization}.`
        : 'Someone, probably you, asked for a sign-up link for this address. This address already has an account.',
    ),
    link('Sign in', about.loginLink),
    link('Choose a new password', about.resetLink),
    note('If it was not you, you do not need to do anything.'),
    askLine(contact, organization),
  ])
}

/** Sent by staff to themselves, to see whether mail goes out. */
export function testLetter(about: {
  organization: string | null
  contact: MailContact
  askedAt: number
}): Letter {
  return letter('Holdfast test email', [
    paragraph('This is the test email you asked for. If you can read it, email delivery works.'),
    facts(['Requested', moment(about.askedAt)]),
    askLine(about.contact, about.organization),
  ])
}
