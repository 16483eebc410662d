import { z } from 'zod'
import { driveSettings } from '../forms/drive.ts'
import { id } from '../primitives.ts'
import { keptFields } from './drive.ts'

/** Assessments, people and what candidates said. Staff only. */

const counts = z.object({ easy: z.number(), medium: z.number(), hard: z.number() })

export const assessmentCard = z.object({
  id,
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  problem_count: z.number(),
  mcq_count: z.number(),
  /** Minutes allotted. */
  duration: z.number(),
  invitation_sent: z.number(),
  appeared: z.number(),
  total_submissions: z.number(),
  is_param: z.boolean(),
  can_delete: z.boolean(),
  ...keptFields,
})
export type AssessmentCard = z.infer<typeof assessmentCard>

export const assessmentView = assessmentCard.extend({
  problem_count_hash: counts,
  mcq_count_hash: counts,
  tag_list: z.array(z.string()),
  assessments_contacts: z.array(z.object({ id, user_id: id })),
  /** The contacts as people, deactivated ones included. */
  admin_users: z.array(
    z.object({
      id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      mobile_number: z.string().nullable(),
      is_active: z.boolean(),
    }),
  ),
  questions: z.array(
    z.object({ id, description: z.string(), type: z.enum(['Problem', 'MCQ']), difficulty: z.string() }),
  ),
  settings: driveSettings,
  version: z.number(),
})
export type AssessmentView = z.infer<typeof assessmentView>

export const mcqCounts = z.object({
  easy_mcq_count: z.number(),
  medium_mcq_count: z.number(),
  hard_mcq_count: z.number(),
})
export const problemCounts = z.object({
  easy_problem_count: z.number(),
  medium_problem_count: z.number(),
  hard_problem_count: z.number(),
})

export const feedbackView = z.object({
  id,
  /** 1 to 5, 5 the saddest; null where only words were left. */
  rating: z.number().nullable(),
  answer: z.string(),
  candidate_name: z.string(),
  drive_name: z.string(),
})
export type FeedbackView = z.infer<typeof feedbackView>
