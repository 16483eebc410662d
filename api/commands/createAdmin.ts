import { createFirstAdmin, isAddress } from '../seed/firstAdmin.ts'
import { type Command, WrongCall } from './command.ts'
import { assumeLanguages, withContext } from './installation.ts'

export const createAdminCommand: Command = {
  makesData: true,
  summary: 'creates an organization with one admin and prints the password',
  usage: 'you@example.org',
  most: 1,
  options: {},
  help: [],
  run(call) {
    const [email = ''] = call.positionals
    if (!isAddress(email)) throw new WrongCall('Give an email address: holdfast create-admin you@example.org')
    return withContext(call.config, { beside: true }, async (ctx) => {
      await assumeLanguages(ctx)
      const password = await createFirstAdmin(ctx, email)
      return {
        text: `Account created.\nE-mail    ${email}\nPassword  ${password}\n`,
        json: { email, password },
        ok: true,
      }
    })
  },
}
