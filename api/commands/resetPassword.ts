import { publicUrl } from '../services/invitations.ts'
import { makeResetLink } from '../services/passwordReset.ts'
import { type Command, WrongCall } from './command.ts'
import { withContext } from './installation.ts'

/** The way back in for somebody who is locked out where no mail can be sent. */
export const resetPasswordCommand: Command = {
  summary: 'prints a link by which an account chooses a new password; the server may go on serving',
  usage: 'you@example.org',
  most: 1,
  options: {},
  help: [['you@example.org', 'the address of the account']],
  run({ config, positionals: [email] }) {
    if (!email) throw new WrongCall('Say whose: holdfast reset-password you@example.org')
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      const link = await makeResetLink(ctx, email, publicUrl(ctx, config.port))
      return {
        text: `${link}\nIt works once, for 30 minutes. Whoever has it can take over the account of ${email}.`,
        json: { email, link },
        ok: true,
      }
    })
  },
}
