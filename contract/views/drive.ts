import { z } from 'zod'
import { driveSettings, questionType } from '../forms/drive.ts'
import { id, isoTime, kindOnTheWire } from '../primitives.ts'

/** A drive, its parts and what its organization picks them from. Staff only. */

export const driveStatus = z.enum(['upcoming', 'ongoing', 'completed'])
export type DriveStatus = z.infer<typeof driveStatus>

/** No longer in the bank: asked on, but neither opened nor put into another drive. */
const isDeleted = z.boolean()

const adminUser = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string().nullable(),
  is_active: z.boolean(),
})

/** How long results are kept. A server of before there was such a rule says nothing of it. */
export const keptFields = {
  results_retention_days: z.number().nullable().optional(),
  /** When they are erased; null: never, or in an assessment each test for itself. */
  results_kept_until: isoTime.nullable().optional(),
  /** When the newest of them were erased. */
  results_erased_at: isoTime.nullable().optional(),
  /** Their time is over, and they are still there: why, in words. */
  results_held_up: z.string().nullable().optional(),
}
export type KeptFields = z.infer<z.ZodObject<typeof keptFields>>

/** The numbers that go by a shorter time, beside a refusal that asks for a confirmation. */
export const wouldErase = z.object({
  attempts: z.number(),
  /** People who are invited to nothing else. */
  candidates: z.number(),
  /** When the first of them goes; null: no test of an assessment has an end yet. */
  at: isoTime.nullable(),
})
export type WouldErase = z.infer<typeof wouldErase>

const tileFields = {
  id,
  name: z.string(),
  institute_name: z.string(),
  start_time: isoTime,
  end_time: isoTime,
  /** Minutes allotted; 15.5 where there are 30 seconds more. */
  duration: z.number(),
  appeared: z.number(),
  invitation_sent: z.number(),
  total_submissions: z.number(),
  question_type: questionType,
  drive_status: driveStatus,
  can_delete: z.boolean(),
  ...keptFields,
}
export const driveTile = z.object(tileFields)
export type DriveTile = z.infer<typeof driveTile>
export const drivePage = z.object({ drives: z.array(driveTile), total: z.number() })

export const staffDriveView = z.object({
  ...tileFields,
  description: z.string(),
  institute_id: id.nullable(),
  organization_id: id,
  created_by_id: id.nullable(),
  updated_by_id: id.nullable(),
  is_assessment: z.boolean(),
  is_param: z.boolean(),
  allow_coding: z.boolean(),
  allow_mcq: z.boolean(),
  total_marks: z.number(),
  drives_problems: z.array(
    z.object({
      id,
      problem_id: id,
      title: z.string(),
      difficulty: z.string(),
      time_in_minutes: z.number(),
      marks: z.number(),
      is_deleted: isDeleted,
    }),
  ),
  drives_questions: z.array(
    z.object({
      id,
      question_id: id,
      description: z.string(),
      difficulty: z.string(),
      time_in_seconds: z.number(),
      marks: z.number(),
      ...kindOnTheWire,
      is_deleted: isDeleted,
    }),
  ),
  drives_contacts: z.array(z.object({ id, user_id: id })),
  /** The contacts as people, deactivated ones included. */
  admin_users: z.array(adminUser),
  settings: driveSettings,
  version: z.number(),
})
export type StaffDriveView = z.infer<typeof staffDriveView>

const engineName = z.enum(['wasm', 'jail', 'piston'])
/** A language of a drive that has begun. */
export const driveEngine = z.object({
  language: z.string(),
  name: z.string(),
  engine: engineName,
  /** The engine that this server takes for it now; null: it has none. */
  offered: engineName.nullable(),
})
export type DriveEngine = z.infer<typeof driveEngine>

export const driveDetailsView = z.object({
  drive: driveTile,
  /** Empty before its first test. */
  engines: z.array(driveEngine),
  problems: z.array(
    z.object({
      id,
      title: z.string(),
      description: z.string(),
      time_in_minutes: z.number(),
      difficulty: z.string(),
      is_deleted: isDeleted,
    }),
  ),
  questions: z.array(
    z.object({
      id,
      description: z.string(),
      ...kindOnTheWire,
      time_in_seconds: z.number(),
      difficulty: z.string(),
      is_deleted: isDeleted,
    }),
  ),
  total_candidates: z.number(),
  absent_candidates: z.number(),
  selected_candidates: z.number(),
})

export const driveContact = z.object({
  id,
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
})

export const driveRuleView = z.object({
  id,
  description: z.string(),
  is_default: z.boolean(),
  drive_id: id.nullable(),
})
export type RuleView = z.infer<typeof driveRuleView>

export const instituteView = z.object({ id, name: z.string() })
export type InstituteView = z.infer<typeof instituteView>

/** A problem as the pickers show it; its tests stay where they are. */
export const problemCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  difficulty: z.string(),
  difficulty_list: z.array(z.string()),
  tags: z.array(z.string()),
  time_in_minutes: z.number(),
  submission_count: z.number(),
  marks: z.number(),
  times_asked: z.number(),
  drive_names: z.array(z.string()),
  asked_institute_ids: z.array(id),
})
export type ProblemCard = z.infer<typeof problemCard>

export const questionCard = z.object({
  id,
  description: z.string(),
  image_url: z.string().nullable(),
  ...kindOnTheWire,
  difficulty_list: z.array(z.string()),
  tag_list: z.array(z.string()),
  time_in_seconds: z.number(),
  marks: z.number(),
  times_asked: z.number(),
  drive_names: z.array(z.string()),
  asked_institute_ids: z.array(id),
})
export type QuestionCard = z.infer<typeof questionCard>

export const named = z.object({ id, name: z.string() })
