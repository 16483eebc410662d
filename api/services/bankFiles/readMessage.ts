import type { NewProblemBody } from '#contract/forms/bank.ts'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { NewQuestionBody } from '#contract/forms/question.ts'
import type { ImportPreview } from '#contract/views/bank.ts'
import type { PackedRuns } from '../../attempts/rescueRuns.ts'
import type { OfferedLanguage } from '../packages/limits.ts'
import type { ReadPackage } from '../packages/read.ts'
import type { ReadFile } from './readRows.ts'

/** The input of the thread that reads a file, and its messages. */

export interface FileItems {
  problem: NewProblemBody
  question: NewQuestionBody
}
export type Kind = keyof FileItems

export type FileToRead =
  | { kind: Kind; bytes: Uint8Array; mapping?: ImportMapping }
  | { kind: 'preview'; of: Kind; bytes: Uint8Array }
  | { kind: 'package'; fd: number; size: number; languages: readonly OfferedLanguage[] }
  | { kind: 'rescue'; bytes: Uint8Array; privateKey: Uint8Array }

/** A rescue file as read: whose it is, and how many changes stand in its runs. */
export interface ReadRescue extends PackedRuns {
  attempt_id: string
  read: number
}

export type ReadMessage<T = FileItems[Kind]> =
  | { type: 'items'; items: ReadFile<T>['items'] }
  | ({ type: 'done'; guessed: string | null } & Omit<ReadFile<T>, 'items'>)
  | { type: 'preview'; preview: ImportPreview }
  | { type: 'package'; read: ReadPackage }
  | { type: 'rescue'; rescue: ReadRescue }
  | { type: 'refused'; message: string }

/** Items a message. */
export const PART = 250
