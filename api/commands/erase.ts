import { composed } from '#contract/composed.ts'
import { plural } from '#contract/plural.ts'
import { listAttemptsOf } from '#db/queries/candidates.ts'
import { eraseAsOperator, listPeopleAt } from '../services/candidates/erasing.ts'
import { type Command, WrongCall } from './command.ts'
import { REST, tellCopies } from './copiesThere.ts'
import { withContext } from './installation.ts'

/** Takes a candidate out of everything, and tells which copies still hold them, and until when. */
export const eraseCommand: Command = {
  summary:
    'erases a candidate with everything, in every organization, and names the copies that still hold them',
  usage: 'candidate@example.org [--yes]',
  most: 1,
  options: { yes: { type: 'boolean' } },
  help: [
    ['candidate@example.org', 'the address they were invited at'],
    ['--yes', 'does it; without, it only tells what there is'],
  ],
  run({ config, values, positionals: [email] }) {
    if (!email) throw new WrongCall('Say whom: holdfast erase candidate@example.org')
    return withContext(config, { beside: true, isThere: true }, async (ctx) => {
      const people = await listPeopleAt(ctx, composed(email.trim()).toLowerCase())
      if (people.length === 0) throw new Error(`Nobody was invited at ${email}.`)
      const where = plural(people.length, 'organization')
      if (values.yes !== true) {
        const tests = (await Promise.all(people.map(({ id }) => listAttemptsOf(ctx.db.read, id)))).flat()
        const running = tests.filter((one) => one.started_at !== null && one.finished_at === null).length
        const copies = await tellCopies(ctx)
        return {
          text: [
            `${email} was invited by ${where}, with ${plural(tests.length, 'invitation or test', 'invitations and tests')}${running > 0 ? `, ${running} of them running now` : ''}. With --yes everything of them is erased; nothing brings it back.`,
            ...copies.lines,
          ].join('\n'),
          json: {
            email,
            organizations: people.length,
            erased: false,
            attempts: tests.length,
            running,
            ...copies.json,
          },
          ok: copies.ok,
        }
      }
      const { attempts, isDone } = await eraseAsOperator(ctx, people)
      const done = `${email} is erased: from ${where}, with ${plural(attempts, 'invitation or test', 'invitations and tests')}.`
      const copies = await tellCopies(ctx)
      return {
        text: [done, ...(isDone ? [] : [REST]), ...copies.lines].join('\n'),
        json: {
          email,
          organizations: people.length,
          erased: true,
          attempts,
          is_done: isDone,
          ...copies.json,
        },
        ok: copies.ok,
      }
    })
  },
}
