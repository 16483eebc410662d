import { must } from '../../factories/client.ts'
import { PASSWORD } from '../../factories/organization.ts'
import { linkIn, mailTo } from './mail.ts'
import type { TestServer } from './server.ts'

/** Another admin of the demo's organization, invited by its own and joined by the mail; signs in with PASSWORD. */
export async function addColleague(
  server: TestServer,
  headers: Record<string, string>,
): Promise<{ id: number; email: string }> {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const email = 'colleague@northgate.example'
  const { roles } = await must(send, 'getRoles', { headers })
  await must(send, 'postInviteUser', { headers, body: { email, role: roles[0]?.id ?? 0 } })
  const link = linkIn(await mailTo(server, email, /./), '/accept/invite')
  await must(send, 'acceptInvite', {
    body: {
      first_name: 'Kofi',
      last_name: 'Mensah',
      mobile_number: '5550100400',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      invitation_token: new URL(link).pathname.split('/').at(-1),
    },
  })
  const { users } = await must(send, 'getUsersList', { headers })
  return { id: users.find((one) => one.email === email)?.id ?? 0, email }
}
