/** A program as it is written in interviews: whatever native Node or CPython makes of it, the embedded engine must. */
export interface InterviewProgram {
  name: string
  source: string
  stdin?: string
}
