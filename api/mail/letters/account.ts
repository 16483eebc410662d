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
    : 'Somebody, probably you, asked for an account on Holdfast with this address.'
  return letter(subject, [
    paragraph(first),
    link('Create account', url),
    validUntil(expiresAt),
    note('If you did not expect this, ignore it.'),
    askLine(contact, organization),
  ])
}

/** The link to a new password. */
export function passwordResetLetter({ organization, contact, link: url, expiresAt }: LinkFacts): Letter {
  const account = organization ? `your account at ${organization}` : 'your account'
  return letter('Reset your Holdfast password', [
    paragraph(`Somebody, probably you, asked for a new password for ${account}.`),
    link('Choose a new password', url),
    validUntil(expiresAt),
    note('If it was not you, you need not do anything: the password stays as it is.'),
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
  return letter('The e-mail address of your Holdfast account was changed', [
    paragraph(
      organization
        ? `Your account at ${organization} has a new e-mail address. From now on you sign in with it.`
        : 'Your account has a new e-mail address. From now on you sign in with it.',
    ),
    facts(['Old address', from], ['New address', to]),
    link('Sign in', about.loginLink),
    note('If it was not you who changed it, tell whom you can ask at once.'),
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
  return letter('You have a Holdfast account already', [
    paragraph(
      organization
        ? `Somebody, probably you, asked for a sign-up link for this address. It has an account already, at ${organization}.`
        : 'Somebody, probably you, asked for a sign-up link for this address. It has an account already.',
    ),
    link('Sign in', about.loginLink),
    link('Choose a new password', about.resetLink),
    note('If it was not you, you need not do anything.'),
    askLine(contact, organization),
  ])
}

/** Sent by staff to themselves, to see whether mail goes out. */
export function testLetter(about: {
  organization: string | null
  contact: MailContact
  askedAt: number
}): Letter {
  return letter('A test mail of Holdfast', [
    paragraph('This is the test mail you asked for. Where it reached your mailbox, mail goes out.'),
    facts(['Asked for', moment(about.askedAt)]),
    askLine(about.contact, about.organization),
  ])
}
