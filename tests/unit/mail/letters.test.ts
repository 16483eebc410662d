import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { emailChangedLetter, passwordResetLetter, signUpLetter } from '#api/mail/letters/account.ts'
import {
  datesChangedLetter,
  type InvitationFacts,
  invitationLetter,
  reminderLetter,
  reopenedLetter,
} from '#api/mail/letters/invitation.ts'
import { resultReportLetter } from '#api/mail/letters/resultReport.ts'
import { runningLetter } from '#api/mail/letters/running.ts'
import type { Letter } from '#api/mail/message.ts'
import { envelopeOf } from '#api/mail/transport/envelope.ts'

const START = Date.UTC(2026, 0, 15, 23, 30)
const URL = 'https://tests.example/x/abc-_123'

/** Every letter, with one text in each place where people's words go. */
const letters: Record<string, (words: string) => Letter> = {
  invitation: (words) => invitationLetter(invited(words)),
  'changed dates': (words) => datesChangedLetter(invited(words), { startsAt: START - 1, endsAt: START }),
  reminder: (words) => reminderLetter(invited(words)),
  reopened: (words) => reopenedLetter(invited(words), START + 1),
  'link to a running test': (words) =>
    runningLetter({ ...invited(words), hasOlderLink: true }, { until: START + 1, isPaused: false }),
  'sign-up': (words) => signUpLetter({ ...account(words), organization: words }),
  'password reset': (words) => passwordResetLetter({ ...account(words), organization: words }),
  'changed address': (words) =>
    emailChangedLetter({ ...account(words), organization: words, from: words, to: words, loginLink: URL }),
  'result report': (words) =>
    resultReportLetter({
      organization: words,
      drive: words,
      contact: { name: words, email: null, phone: null },
      candidates: [
        { name: words, email: words, score: 5, totalMarks: 20, isBeingJudged: true, isRunning: false },
      ],
      link: URL,
    }),
}

const invited = (words: string) => ({
  organization: words,
  drive: words,
  contact: { name: words, email: words, phone: words },
  startsAt: START,
  endsAt: START + 7_200_000,
  allottedSeconds: 5_400,
  timeZone: words,
  link: URL,
  uid: 'ref@holdfast',
  sequence: 0,
  stamp: START,
})

const account = (words: string) => ({
  contact: { name: words, email: words, phone: null },
  link: URL,
  expiresAt: START,
})

const composer = createTransport({ streamTransport: true, buffer: true })

async function composed(letter: Letter, name = ''): Promise<string> {
  const message = {
    ...letter,
    messageId: '<1.x.y@tests.example>',
    from: { name, address: 'post@tests.example' },
    to: 'ida@tests.example',
    replyTo: { name, address: 'help@tests.example' },
    date: new Date(START),
  }
  return String((await composer.sendMail(envelopeOf(message))).message)
}

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        'Bcc: all@evil.example',
        '"',
        ',',
        '<',
        '>',
        "'",
        '&',
        '\\',
        ':',
        ';',
        '=?',
        '李',
        '\u2028',
        '</p><script>',
        '--',
        '.',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

describe.each(Object.entries(letters))('the %s', (_kind, write) => {
  it('has a subject, a text and an HTML part with the same link', () => {
    const { subject, text, html } = write('Harbour Works')
    expect(subject.length).toBeGreaterThan(5)
    expect(text).toContain(URL)
    expect(html).toContain(`href="${URL}"`)
    expect(text).toContain('Harbour Works')
    expect(html).toContain('Harbour Works')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).not.toMatch(/<script|<img|<link|src=|\[object/)
  })

  it('escapes what people wrote, and keeps it on its line', () => {
    const { text, html } = write('</p><script>"x"\r\nBcc: all@evil.example')
    expect(html).not.toContain('<script>')
    expect(text).not.toMatch(/^Bcc:/m)
  })

  it('has the headers it has, whatever words it is given', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (words) => {
        const mail = await PostalMime.parse(await composed(write(words), words))
        expect([...new Set(mail.headers.map(({ key }) => key))].toSorted()).toEqual(HEADERS)
        expect(mail.to).toEqual([{ name: '', address: 'ida@tests.example' }])
        expect(mail.from?.address).toBe('post@tests.example')
        expect(mail.replyTo?.map((one) => one.address)).toEqual(['help@tests.example'])
        expect(mail.replyTo?.[0]?.name).not.toMatch(/[\r\n]/)
        expect(mail.subject).not.toMatch(/[\r\n]/)
        expect(mail.html).not.toMatch(/<script/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the invitation', () => {
  const written = (change: Partial<InvitationFacts>) =>
    invitationLetter({
      organization: 'Harbour Works',
      drive: 'Pilots 2026',
      contact: { name: null, email: null, phone: null },
      startsAt: START,
      endsAt: START + 7_200_000,
      allottedSeconds: 5_400,
      link: URL,
      uid: 'ref@holdfast',
      sequence: 0,
      stamp: START,
      ...change,
    })

  it.each([
    [undefined, 'Starts: Thursday 15 January 2026 at 23:30 UTC'],
    ['Nowhere/Land', 'Starts: Thursday 15 January 2026 at 23:30 UTC'],
    [
      'Asia/Kolkata',
      'Starts: Friday 16 January 2026 at 05:00 (Asia/Kolkata, GMT+05:30), 23:30 UTC on Thursday 15 January 2026',
    ],
    [
      'America/New_York',
      'Starts: Thursday 15 January 2026 at 18:30 (America/New_York, GMT-05:00), 23:30 UTC',
    ],
  ])('tells the start in the zone %s', (timeZone, line) => {
    expect(written({ timeZone }).text).toContain(line)
  })

  it.each([
    [45, '45 seconds'],
    [60, '1 minute'],
    [3_600, '1 hour'],
    [5_400, '1 hour 30 minutes'],
  ])('tells %i s as %s', (allottedSeconds, words) => {
    expect(written({ allottedSeconds }).text).toContain(`Duration: ${words}\n`)
  })

  it('without a start has no calendar entry; without a contact one asks the organization', () => {
    const { text, attachments } = written({ startsAt: null })
    expect(attachments).toEqual([])
    expect(text).not.toContain('Starts:')
    expect(text).toContain('Contact: Harbour Works')
  })

  it('of an assessment says until when it can be begun', () => {
    const open = written({ startsAt: null }).text
    expect(open).toContain('Start before: Friday 16 January 2026 at 01:30 UTC')
    expect(open).toContain('your time runs from the moment you start')
    expect(open).not.toContain('Ends:')
    expect(written({ startsAt: null, endsAt: null }).text).not.toMatch(/Ends:|Start before/)
  })

  it('has a calendar entry that ends with the test, or with the drive where that is earlier, and holds no link', () => {
    const [short] = written({}).attachments
    expect(short?.content).toContain('DTEND:20260116T010000Z')
    const [long] = written({ allottedSeconds: 36_000 }).attachments
    expect(long?.content).toContain('DTEND:20260116T013000Z')
    expect(short?.content).not.toContain('abc-_123')
  })
})

describe('the result report', () => {
  it('tells who has no score, and what is still being judged, and takes files along', () => {
    const file = { filename: 'report.csv', contentType: 'text/csv', content: 'a,b' }
    const { text, subject, attachments } = resultReportLetter(
      {
        organization: 'Harbour Works',
        drive: 'Pilots 2026',
        contact: { name: null, email: null, phone: null },
        candidates: [
          {
            name: 'Ida Storm',
            email: 'ida@x.example',
            score: 20,
            totalMarks: 20,
            isBeingJudged: false,
            isRunning: false,
          },
          {
            name: 'Bo',
            email: 'bo@x.example',
            score: 3,
            totalMarks: 24,
            isBeingJudged: true,
            isRunning: false,
          },
          {
            name: '',
            email: 'no@x.example',
            score: null,
            totalMarks: 20,
            isBeingJudged: false,
            isRunning: false,
          },
          {
            name: 'Uma',
            email: 'uma@x.example',
            score: null,
            totalMarks: 20,
            isBeingJudged: true,
            isRunning: true,
          },
        ],
        link: URL,
      },
      [file],
    )
    expect(subject).toBe('Results of Pilots 2026: 4 candidates')
    expect(text).toContain('- Ida Storm: Email ida@x.example, Score 20 of 20\n')
    expect(text).toContain('- Bo: Email bo@x.example, Score 3 of 24 so far, still being judged\n')
    expect(text).toContain('- no@x.example: Email no@x.example, Score none\n')
    expect(text).toContain('- Uma: Email uma@x.example, Score none yet, the test is still running\n')
    expect(attachments).toEqual([file])
  })
})
