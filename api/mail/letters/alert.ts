import type { AlertNews, TroubleKind } from '../kinds.ts'
import type { Letter } from '../message.ts'
import { facts, note, paragraph } from './blocks.ts'
import { moment } from './format.ts'
import { letter } from './letter.ts'

interface Words {
  begun: string
  lasts: string
  over: string
  /** Its meaning while it lasts. */
  means: string
  todo: string
}

const wordsOf: Record<TroubleKind, Words> = {
  disk: {
    begun: 'The disk is nearly full',
    lasts: 'The disk is still nearly full',
    over: 'The disk has room again',
    means:
      'The disk with the data of this Holdfast installation is nearly full. Once it is full, the server can save nothing: candidates’ work then stays on their devices until there is room.',
    todo: 'Make room on that disk, or move the data to a larger one. Making room needs no restart.',
  },
  backup: {
    begun: 'The newest backup is too old',
    lasts: 'The newest backup is still too old',
    over: 'There is a recent backup again',
    means:
      'The newest backup of this Holdfast installation is more than twice as old as it should be, or there is none. If the disk is lost now, so is everything since that backup.',
    todo: 'The page Evidence and the server’s log say why the last backup failed. Check that its folder or bucket can be reached and has room.',
  },
  log: {
    begun: 'The log is not shipped',
    lasts: 'The log is still not shipped',
    over: 'The log is shipped again',
    means:
      'This Holdfast installation writes every change to the folder of its backups, and cannot do so now. If the disk is lost, so is everything since then, except what is still on candidates’ devices.',
    todo: 'Check that the folder of the backups can be reached and has room. What is waiting is shipped then, without a restart.',
  },
  erasing: {
    begun: 'Erasing is on hold',
    lasts: 'Erasing is still on hold',
    over: 'Erasing is no longer on hold',
    means:
      'The time to keep some results, pictures or invitations on this Holdfast installation is over, but nothing is erased by time for now: either the server was restored from a backup, or its clock made a jump. Results that are erased come back from no backup, so nothing goes until it is certain.',
    todo: 'Check the clock of the server. Then look under Evidence, or with “holdfast retention”, at what is due and by which rules, change the rules that are no longer right, and let erasing go on.',
  },
  engine: {
    begun: 'No engine answers',
    lasts: 'Still no engine answers',
    over: 'An engine answers again',
    means:
      'Programs cannot be run on this Holdfast installation. Tests go on and answers are saved, but verdicts wait until an engine answers.',
    todo: 'Start the engine again, or check the servers in PISTON_URL. What waited is then done without a restart of Holdfast.',
  },
}

/** To a super admin: something that an operator has to repair has begun, lasts, or is over. */
export function alertLetter(about: {
  trouble: TroubleKind
  news: AlertNews
  /** When it began, and when this was seen; in milliseconds. */
  since: number
  at: number
  /** How it was then. */
  seen: string
  /** The address of the installation. */
  base: string
}): Letter {
  const { trouble, news, since, at, seen, base } = about
  const words = wordsOf[trouble]
  const rows = facts(
    ['Installation', base],
    ['Since', moment(since)],
    news === 'over' ? ['Until', moment(at)] : null,
    ['Now', seen],
  )
  if (news === 'over')
    return letter(`Holdfast: ${words.over}`, [paragraph(`${words.over}. There is nothing left to do.`), rows])
  return letter(`Holdfast: ${words[news]}`, [
    paragraph(words.means),
    paragraph(words.todo),
    rows,
    note(
      'On the server, “holdfast doctor” checks the whole installation. This email goes to all super admins, once a day for as long as this lasts.',
    ),
  ])
}
