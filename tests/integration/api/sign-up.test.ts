import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { insertAccountToken } from '#db/queries/accounts.ts'
import { call, DAY, signIn } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Sign-up by a one-time link. */

const app = await appForFile()
let count = 0
let token = ''
let email = ''

beforeEach(async () => {
  token = `one-time-link-of-a-newcomer-number-${++count}`
  email = `newcomer-${count}@example.org`
  await app.ctx.db.write((tx) =>
    insertAccountToken(tx, {
      kind: 'signup',
      token_hash: sha256(token),
      email,
      role: 'Admin',
      expires_at: app.ctx.now() + DAY,
      created_at: app.ctx.now(),
    }),
  )
})

const form = (change: Record<string, unknown> = {}) => ({
  body: {
    invitation_token: token,
    first_name: 'Ana',
    last_name: 'Berg',
    mobile_number: '5550100300',
    password: 'four plain words here',
    password_confirmation: 'four plain words here',
    show_name: 'Harbour Works',
    ...change,
  },
})

describe('a sign-up link', () => {
  it('says for whom it is, and makes an account that can sign in', async () => {
    const check = await call(app.send, 'checkInvite', { body: { invitation_token: token } })
    expect(check).toMatchObject({ status: 200, json: { data: { email } } })
    expect(await call(app.send, 'acceptInvite', form())).toMatchObject({ status: 200 })
    const session = await signIn(app.send, email, 'four plain words here')
    const credits = await call(app.send, 'getRemainingCredits', { headers: session })
    expect(credits).toMatchObject({ status: 200, json: { data: { credits: 100 } } })
  })

  it('works once, also when it is used twice at the same moment', async () => {
    const answers = await Promise.all([
      call(app.send, 'acceptInvite', form()),
      call(app.send, 'acceptInvite', form()),
    ])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 404])
    expect(await call(app.send, 'checkInvite', { body: { invitation_token: token } })).toMatchObject({
      status: 404,
    })
  })

  it('is over after its time', async () => {
    app.clock.move(DAY + 1)
    expect(await call(app.send, 'acceptInvite', form())).toMatchObject({ status: 404 })
  })

  it.each([
    [
      { password: 'short', password_confirmation: 'short' },
      'password',
      'Password must be at least 6 characters',
    ],
    [{ password_confirmation: 'another one' }, 'password_confirmation', 'Passwords must match'],
    [{ mobile_number: '555' }, 'mobile_number', 'Invalid Mobile Number'],
    [{ first_name: ' ' }, 'first_name', 'First Name is required'],
    [{ show_name: 'Four' }, 'show_name', 'Organization Name must be at least 5 characters'],
    [{ show_name: undefined }, 'show_name', 'Organization Name is required'],
  ])('refuses %o at its field', async (change, field, words) => {
    const answer = await call(app.send, 'acceptInvite', form(change))
    expect(answer).toMatchObject({ status: 422, failure: { errors: { [field]: [words] } } })
  })
})
