export { type AppOptions, openApp, type TestApp } from './app.ts'
export { giveAssessment } from './assessmentInputs.ts'
export { behind } from './behind.ts'
export {
  type Answer,
  bearer,
  type CallInput,
  call,
  formOf,
  must,
  type Send,
  signIn,
  toAnswer,
} from './client.ts'
export { type Clock, DAY, HOUR, MINUTE, movableClock } from './clock.ts'
export { Device, fillIn, profile, startDevice } from './device.ts'
export { type Exam, startExam } from './exam.ts'
export { type Behaviour, looked, scripted, scriptedExecutor, stepwiseExecutor } from './executor.ts'
export { freePort } from './freePort.ts'
export { fieldsOf, inputOf, newDrive, type Subject } from './inputs.ts'
export { jpeg } from './jpeg.ts'
export { lateWorkIn } from './lateWork.ts'
export {
  type Invited,
  inTurn,
  type Organization,
  type OrganizationOptions,
  PASSWORD,
  seedOrganization,
  seedSecondDrive,
  seedSuperAdmin,
} from './organization.ts'
export { programs, rightOutput } from './programs.ts'
export { rescueFileOf } from './rescueFile.ts'
export { subjectOf } from './subject.ts'
export { waitFor } from './wait.ts'
export { wholeTest } from './wholeTest.ts'
