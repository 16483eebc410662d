import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { writeWhole } from '../kit/wholeFile.ts'
import { type Command, WrongCall } from './command.ts'
import { fromCaller } from './installation.ts'

/** A key for encrypted backups. The server needs its public half alone. */
export const backupKeyCommand: Command = {
  summary: 'makes a key for encrypted backups, and prints the half of it that the server needs',
  usage: '<file>',
  most: 1,
  options: {},
  help: [['<file>', 'where the key is kept: not on the server, and in more than one place']],
  async run({ positionals: [file] }) {
    if (!file) throw new WrongCall('Say where: holdfast backup-key holdfast-backups.key')
    const path = fromCaller(file)
    if (existsSync(path))
      throw new Error(`${path} is there already. A key that is lost cannot be made again.`)
    if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    await writeWhole(path, `# public key: ${recipient}\n${identity}\n`)
    return {
      text: [
        `HOLDFAST_BACKUPS_RECIPIENT=${recipient}`,
        `The key is in ${path}. Take it off the server: whoever has it can read the backups, and without it nobody can.`,
      ].join('\n'),
      json: { recipient, key: path },
      ok: true,
    }
  },
}
