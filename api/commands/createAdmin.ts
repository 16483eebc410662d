import { createFirstAdmin } from '../seed/firstAdmin.ts'
import type { Command } from './command.ts'
import { assumeLanguages, withContext } from './installation.ts'

export const createAdminCommand: Command = {
  summary: 'creates an organization with one admin and prints the password',
  usage: 'you@example.org',
  most: 1,
  options: {},
  help: [],
  run: ({ config, positionals: [email = ''] }) =>
    withContext(config, { beside: true }, async (ctx) => {
      await assumeLanguages(ctx)
      const password = await createFirstAdmin(ctx, email)
      return {
        text: `Account created.\nE-mail    ${email}\nPassword  ${password}\n`,
        json: { email, password },
        ok: true,
      }
    }),
}
