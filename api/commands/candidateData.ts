import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { composed } from '#contract/composed.ts'
import { plural } from '#contract/plural.ts'
import { writeWhole } from '../kit/wholeFile.ts'
import { audit } from '../services/audit.ts'
import { listPeopleAt } from '../services/candidates/erasing.ts'
import { personArchive } from '../services/candidates/personData.ts'
import { type Command, WrongCall } from './command.ts'
import { fileErrorInWords, fromCaller, withContext } from './installation.ts'

/** Writes what is kept of a candidate into a file, beside a running server too. */
export const candidateDataCommand: Command = {
  summary: 'writes everything that is kept of a candidate, in every organization, into one file',
  usage: 'candidate@example.org <file.zip>',
  most: 2,
  options: {},
  help: [
    ['candidate@example.org', 'the address they were invited at'],
    ['<file.zip>', 'the file to write; nothing may be there yet'],
  ],
  run({ config, positionals: [email, to], progress }) {
    if (!email || !to)
      throw new WrongCall('Say whose, and where: holdfast candidate-data candidate@example.org data.zip')
    const file = fromCaller(to)
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      if (existsSync(file)) throw new Error(`${file} is there already.`)
      if (!existsSync(dirname(file))) throw new Error(`The folder of ${file} does not exist.`)
      const people = await listPeopleAt(ctx, composed(email.trim()).toLowerCase())
      if (people.length === 0) throw new Error(`Nobody was invited at ${email}.`)
      await ctx.db.write(async (tx) => {
        for (const { id, organization_id } of people)
          await audit(
            tx,
            { userId: null, organizationId: organization_id },
            { action: 'candidate.download', subject: `candidate ${id}` },
            ctx.now(),
          )
      })
      let tests = 0
      await writeWhole(
        file,
        personArchive(ctx, people, (written) => {
          tests = written
          progress(`${plural(written, 'test')} …`)
        }),
      ).catch((error: NodeJS.ErrnoException) => {
        throw fileErrorInWords(error, file)
      })
      const { size } = await stat(file)
      return {
        text: `${file}\n${plural(people.length, 'organization')}, ${plural(tests, 'invitation or test', 'invitations and tests')}.\nIt also shows right answers and hidden tests: decide before you hand it on.`,
        json: { file, bytes: size, organizations: people.length, attempts: tests },
        ok: true,
      }
    })
  },
}
