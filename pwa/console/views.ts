import type { z } from 'zod'
import type * as admin from '#contract/views/admin.ts'

/** The answers the console reads, by their names here; the shapes are the contract's. */
export type { DriveTile, ReportView, SessionView } from '#contract/views/admin.ts'
export type DrivePage = z.infer<typeof admin.drivePage>
export type CandidatePage = z.infer<typeof admin.candidatePage>
export type CandidateRow = z.infer<typeof admin.candidateRow>
export type ResultPage = z.infer<typeof admin.resultPage>
export type ResultRow = z.infer<typeof admin.resultRow>
export type ProblemReport = z.infer<typeof admin.problemReport>
export type McqReport = z.infer<typeof admin.mcqReport>
export type SnapshotView = z.infer<typeof admin.snapshotView>
export type Connection = admin.ReportView['connection']
export type Signal = admin.ReportView['signals'][number]
export type DriveStatus = admin.DriveTile['drive_status']
