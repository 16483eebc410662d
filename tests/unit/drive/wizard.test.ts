import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { changedDriveBody, newDriveBody } from '#contract/forms/drive.ts'
import type { StaffDriveView } from '#contract/views/drive.ts'
import { detailsErrors } from '#machines/drive/errors.ts'
import {
  asksSame,
  copyOf,
  type DriveForm,
  formOf,
  formOnTheirs,
  leftOutOf,
  newForm,
  sumsOf,
} from '#machines/drive/form.ts'
import { changedPayload, newPayload, shownForm } from '#machines/drive/payload.ts'
import {
  type SaveInput,
  StaleDrive,
  storedOf,
  type WizardStep,
  wizardMachine,
} from '#machines/drive/wizard.ts'
import { wizardAddress, wizardPosition } from '#pwa/console/drives/wizard/address.ts'
import { wizardStart } from '#pwa/console/drives/wizard/start.ts'

const now = Date.UTC(2026, 10, 21, 9, 0)
const HOUR = 3_600_000

const drive: StaffDriveView = {
  id: 7,
  name: 'Spring drive',
  institute_name: 'North',
  start_time: new Date(now + HOUR).toISOString(),
  end_time: new Date(now + 5 * HOUR).toISOString(),
  duration: 30,
  appeared: 0,
  invitation_sent: 0,
  total_submissions: 0,
  question_type: 'problems_mcq',
  drive_status: 'upcoming',
  can_delete: true,
  description: 'A drive of the tests.',
  institute_id: 3,
  organization_id: 1,
  created_by_id: 1,
  updated_by_id: 1,
  is_assessment: false,
  is_param: false,
  allow_coding: true,
  allow_mcq: true,
  total_marks: 13,
  drives_problems: [
    {
      id: 1,
      problem_id: 11,
      title: 'Sums',
      difficulty: 'easy',
      time_in_minutes: 20,
      marks: 10,
      is_deleted: false,
    },
  ],
  drives_questions: [
    {
      id: 2,
      question_id: 21,
      description: 'Which?',
      difficulty: 'hard',
      time_in_seconds: 90,
      marks: 3,
      is_multi_select: false,
      is_deleted: false,
    },
  ],
  drives_contacts: [
    { id: 1, user_id: 5 },
    { id: 2, user_id: 6 },
  ],
  admin_users: [
    { id: 5, first_name: 'A', last_name: 'B', email: 'a@x.example', mobile_number: null, is_active: true },
    { id: 6, first_name: 'C', last_name: 'D', email: 'c@x.example', mobile_number: null, is_active: false },
  ],
  settings: {
    leave_policy: 'end',
    leave_warnings: 3,
    late_policy: 'hold',
    max_offline_minutes: 30,
    webcam: true,
    webcam_retention_days: 60,
    release_reports: false,
  },
  version: 4,
}
const filled: DriveForm = formOf(drive)
const settingsWith = (change: Partial<DriveForm['settings']>) => ({
  settings: { ...filled.settings, ...change },
})
const days = 'A whole number from 30 to 365'

describe('the form', () => {
  test('of a new drive has dates and nothing else, and tells every error together', () => {
    expect(detailsErrors(newForm(now), null, now)).toEqual({
      name: t.titleRequired,
      description: t.descriptionRequired,
      institute_id: t.selectInstitute,
      question_type: t.selectQuestionType,
      contact_ids: t.selectContacts,
    })
  })

  test('of a stored drive has no errors, until its last contact is taken out', () => {
    const stored = { start_time: now + HOUR, end_time: now + 5 * HOUR }
    expect(detailsErrors(filled, stored, now)).toEqual({})
    expect(detailsErrors({ ...filled, contact_ids: [] }, stored, now)).toEqual({
      contact_ids: t.selectActiveUser,
    })
  })

  test.each([
    [{ start_time: null }, { start_time: t.startRequired }],
    [{ end_time: null }, { end_time: t.endRequired }],
    [{ start_time: now - 1 }, { start_time: t.startPast }],
    [{ end_time: now + HOUR }, { end_time: t.endEqualsStart }],
    [{ name: 'n'.repeat(50) }, { name: t.titleTooLong }],
    [settingsWith({ webcam_retention_days: 400 }), { 'settings.webcam_retention_days': days }],
    [settingsWith({ webcam_retention_days: 29 }), { 'settings.webcam_retention_days': days }],
    [settingsWith({ webcam_retention_days: '60 days' }), { 'settings.webcam_retention_days': days }],
    [
      settingsWith({ max_offline_minutes: '' }),
      { 'settings.max_offline_minutes': 'A whole number from 0 to 1440' },
    ],
    [settingsWith({ leave_warnings: 2.5 }), { 'settings.leave_warnings': 'A whole number from 1 to 20' }],
  ])('of a new drive with %o', (change, errors) => {
    expect(detailsErrors({ ...filled, ...change }, null, now)).toEqual(errors)
  })

  test.each([
    [{}, true],
    [{ name: 'Another name', institute_id: 99 }, true],
    [{ problems: [], questions: filled.questions }, false],
    [{ questions: [...filled.questions, ...filled.questions] }, false],
    [{ questions: filled.questions.map((one) => ({ ...one, id: 77 })) }, false],
    [{ question_type: 'mcq' } as const, false],
  ])('with %o asks the same as the stored one: %s', (change, isSame) => {
    expect(asksSame({ ...filled, ...change }, filled)).toBe(isSame)
  })

  test('of a copy has another name, dates from tomorrow and the active contacts', () => {
    expect(copyOf(drive, now)).toMatchObject({
      name: 'Spring drive (copy)',
      start_time: now + 24 * HOUR,
      end_time: now + 48 * HOUR,
      contact_ids: [5],
      problems: [{ id: 11 }],
      questions: [{ id: 21 }],
    })
  })

  test('of a copy leaves out what the bank has no longer, and names it', () => {
    const [sums] = drive.drives_problems
    const [which] = drive.drives_questions
    if (!sums || !which) throw new Error('nothing is asked')
    const source: StaffDriveView = {
      ...drive,
      drives_problems: [sums, { ...sums, id: 3, problem_id: 12, title: 'Gone', is_deleted: true }],
      drives_questions: [{ ...which, is_deleted: true }],
    }
    const copy = copyOf(source, now)
    expect([copy.problems.map((item) => item.id), copy.questions]).toEqual([[11], []])
    expect(leftOutOf(source)).toEqual(['Gone', 'Which?'])
    // The drive itself goes on asking it.
    expect(formOf(source).problems.map((item) => item.id)).toEqual([11, 12])
  })

  test('adds up what is shown', () => {
    expect(sumsOf(filled, { allow_coding: true, allow_mcq: true })).toEqual({
      seconds: 1290,
      marks: 13,
      items: 2,
    })
    expect(sumsOf(filled, { allow_coding: false, allow_mcq: true })).toEqual({
      seconds: 90,
      marks: 3,
      items: 1,
    })
  })
})

describe('the payload', () => {
  test('of a new drive is what the call takes', () => {
    const payload = newPayload(filled, 9)
    expect(newDriveBody.safeParse(payload).success).toBe(true)
    expect(payload).toMatchObject({
      copy_of: 9,
      drives_problems_attributes: [{ problem_id: 11 }],
      drives_contacts_attributes: [{ user_id: 5 }, { user_id: 6 }],
    })
    expect(newPayload(filled, null)).not.toHaveProperty('copy_of')
  })

  test('of a new drive holds nothing that the wizard does not show', () => {
    const shown = { allow_coding: false, allow_mcq: true }
    expect(filled.problems).not.toEqual([])
    expect(newPayload(shownForm(filled, null, shown), 9).drives_problems_attributes).toEqual([])
  })

  test('of a change holds only what differs', () => {
    expect(changedPayload(filled, filled, 4)).toEqual({ version: 4 })
    // Two people may each change another setting.
    const settings = { ...filled.settings, webcam: !filled.settings.webcam }
    expect(changedPayload({ ...filled, settings }, filled, 4)).toEqual({
      settings: { webcam: settings.webcam },
      version: 4,
    })
    const [problem] = filled.problems
    if (!problem) throw new Error('no problem')
    const changed = changedPayload(
      { ...filled, name: 'Autumn drive', contact_ids: [5], problems: [{ ...problem, id: 12 }] },
      filled,
      4,
    )
    expect(changedDriveBody.safeParse(changed).success).toBe(true)
    expect(changed).toEqual({
      name: 'Autumn drive',
      drives_contacts_attributes: [{ user_id: 6, _destroy: true }],
      drives_problems_attributes: [{ problem_id: 12 }, { problem_id: 11, _destroy: true }],
      version: 4,
    })
  })
})

test('a contact who was switched off is none, and told at the field', () => {
  const errorsWith = (active: number[], standing?: number[]) =>
    detailsErrors(filled, null, now, new Set(active), standing)
  expect(errorsWith([1, 2])).toEqual({ contact_ids: 'Please select atleast 1 active user' })
  expect(errorsWith([5, 6])).toEqual({})
  // A new one is refused for each; what stands in a drive may stay.
  expect(errorsWith([1, 6])).toEqual({
    contact_ids: 'Remove inactive users: they can no longer be contacts.',
  })
  expect(errorsWith([1, 6], [5])).toEqual({})
})

describe('items of a kind that is not shown', () => {
  const shown = { allow_coding: false, allow_mcq: true }
  const [problem] = filled.problems
  if (!problem) throw new Error('no problem')

  test('are not asked by a new drive', () => {
    expect(shownForm(filled, null, shown)).toEqual({ ...filled, problems: [] })
    expect(shownForm(filled, null, { allow_coding: true, allow_mcq: true })).toEqual(filled)
  })

  test('stay in a changed one as they stand', () => {
    const form = { ...filled, problems: [{ ...problem, id: 12 }], questions: [] }
    expect(shownForm(form, filled, shown)).toEqual({ ...form, problems: filled.problems })
  })
})

function start(options: {
  stored?: boolean
  save?: (input: SaveInput) => Promise<StaffDriveView>
  detailsFit?: boolean
  itemsFit?: boolean
  step?: WizardStep
}) {
  const opened: string[] = []
  const machine = wizardMachine.provide({
    actors: { save: fromPromise(({ input }) => (options.save ?? (async () => drive))(input)) },
    guards: { detailsFit: () => options.detailsFit ?? true, itemsFit: () => options.itemsFit ?? true },
    actions: { openEdit: () => opened.push('edit') },
  })
  const actor = createActor(machine, {
    input: {
      form: filled,
      stored: options.stored ? storedOf(drive) : null,
      copyOf: null,
      ...(options.step && { step: options.step }),
    },
  }).start()
  const until = (value: string) => waitFor(actor, (snapshot) => snapshot.value === value)
  return {
    actor,
    until,
    opened,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}

describe('a new drive', () => {
  test('is saved after the questions; then rules can be added and the wizard finished', async () => {
    const { actor, until, value, context } = start({})
    actor.send({ type: 'NEXT' })
    expect(value()).toBe('questions')
    actor.send({ type: 'SAVE' })
    await until('rules')
    expect(context().stored?.id).toBe(7)
    actor.send({ type: 'SAVE' })
    expect(value()).toBe('done')
  })

  test('whose rules are left backwards goes on as the edit of that drive', async () => {
    const { actor, until, opened } = start({})
    actor.send({ type: 'NEXT' })
    actor.send({ type: 'SAVE' })
    await until('rules')
    actor.send({ type: 'BACK' })
    expect(opened).toEqual(['edit'])
  })

  test('shows its rules before it is saved, without anything to finish', () => {
    const { actor, value, context } = start({})
    actor.send({ type: 'NEXT' })
    actor.send({ type: 'NEXT' })
    expect(value()).toBe('rules')
    expect(context().stored).toBeNull()
    actor.send({ type: 'SAVE' })
    expect(value()).toBe('rules')
    actor.send({ type: 'BACK' })
    expect(value()).toBe('questions')
  })

  test('that could not be saved keeps everything typed, and says why', async () => {
    const { actor, until, context } = start({
      save: async () => {
        throw new Error('The server cannot be reached.')
      },
    })
    actor.send({ type: 'NEXT' })
    actor.send({ type: 'EDIT', change: { name: 'Typed before' } })
    actor.send({ type: 'SAVE' })
    await until('questions')
    expect(context()).toMatchObject({
      refusal: 'The server cannot be reached.',
      form: { name: 'Typed before' },
    })
    actor.send({ type: 'EDIT', change: { name: 'Typed after' } })
    expect(context().refusal).toBeNull()
  })

  test('does not leave a step that has errors', () => {
    const { actor, value } = start({ detailsFit: false })
    actor.send({ type: 'NEXT' })
    expect(value()).toBe('details')
    const second = start({ itemsFit: false })
    second.actor.send({ type: 'NEXT' })
    second.actor.send({ type: 'SAVE' })
    expect(second.value()).toBe('questions')
  })
})

describe('a wizard that is loaded again', () => {
  test.each(['details', 'questions', 'rules'] as const)('is at the step it was left at: %s', (step) => {
    const { value } = start({ stored: true, step })
    expect(value()).toBe(step)
  })

  test('goes no further than to the first step that has errors by now', () => {
    expect(start({ stored: true, step: 'rules', itemsFit: false }).value()).toBe('questions')
    expect(start({ step: 'questions', detailsFit: false }).value()).toBe('details')
    expect(start({ stored: true, step: 'rules', detailsFit: false }).value()).toBe('details')
  })

  test('tells its step in its address, beside what is copied', () => {
    const opened = { pathname: '/drive/create', search: '?copy=4' }
    const address = wizardAddress(opened, { step: 'questions', section: 'questions' }, null)
    expect(address).toBe('/drive/create?copy=4&step=questions&section=questions')
    expect(wizardPosition(new URL(address, 'http://x').searchParams)).toEqual({
      isCreated: false,
      step: 'questions',
      section: 'questions',
    })
    const loaded = { ...opened, search: '?copy=4&step=questions&section=questions' }
    expect(wizardAddress(loaded, { step: 'details', section: 'questions' }, null)).toBe(
      '/drive/create?copy=4',
    )
  })

  test('at the rules of a drive it made is not at the rules of a change', () => {
    const of = (address: string) => wizardPosition(new URL(address, 'http://x').searchParams)
    const opened = { pathname: '/admin/drive/7/edit', search: '' }
    const rules = { step: 'rules', section: null } as const
    expect(of(wizardAddress(opened, rules, 7))).toEqual({ isCreated: true, ...rules })
    expect(of(wizardAddress(opened, rules, null))).toEqual({ isCreated: false, ...rules })
  })
})

describe('a change that somebody else was faster with', () => {
  const theirs: StaffDriveView = { ...drive, name: 'Their name', version: 5 }
  const conflicting = () => {
    const seen: SaveInput[] = []
    const wizard = start({
      stored: true,
      save: async (input) => {
        seen.push(input)
        if (input.stored?.version === 4)
          throw new StaleDrive(theirs, 'Somebody else changed this drive meanwhile.')
        return { ...theirs, version: 6 }
      },
    })
    wizard.actor.send({ type: 'EDIT', change: { description: 'My description.' } })
    wizard.actor.send({ type: 'NEXT' })
    wizard.actor.send({ type: 'NEXT' })
    wizard.actor.send({ type: 'SAVE' })
    return { ...wizard, seen }
  }

  test('shows their state beside mine, and mine can be saved over it', async () => {
    const { actor, until, context, seen } = conflicting()
    await until('rules')
    expect(context().theirs?.name).toBe('Their name')
    expect(context().form.description).toBe('My description.')
    actor.send({ type: 'KEEP_MINE' })
    await until('done')
    expect(seen[1]).toMatchObject({
      stored: { version: 5, form: { name: 'Spring drive' } },
      form: { description: 'My description.' },
    })
  })

  test('or theirs is taken, and what contradicts nothing stays mine', async () => {
    const { actor, until, context, seen } = conflicting()
    await until('rules')
    actor.send({ type: 'EDIT', change: { name: 'My name' } })
    actor.send({ type: 'TAKE_THEIRS' })
    expect(context()).toMatchObject({
      form: { name: 'Their name', description: 'My description.' },
      stored: { version: 5, form: formOf(theirs) },
      theirs: null,
    })
    actor.send({ type: 'SAVE' })
    await until('done')
    expect(seen[1]).toMatchObject({ form: { description: 'My description.' }, stored: { version: 5 } })
  })

  test('or nothing is decided: the form is as it was, and the next saving asks again', async () => {
    const { actor, until, context } = conflicting()
    await until('rules')
    actor.send({ type: 'DECIDE_LATER' })
    expect(context()).toMatchObject({
      form: { name: 'Spring drive', description: 'My description.' },
      stored: { version: 4 },
      theirs: null,
      refusal: null,
    })
    actor.send({ type: 'SAVE' })
    await until('rules')
    expect(context().theirs?.name).toBe('Their name')
  })

  test('settings are compared one by one, items by their ids', () => {
    const before = formOf(drive)
    const mine = { ...before, settings: { ...before.settings, webcam: false, leave_warnings: 5 } }
    const renamed = before.problems.map((one) => ({ ...one, name: 'Renamed in the bank' }))
    const other = {
      ...before,
      problems: renamed,
      settings: { ...before.settings, leave_warnings: 7, max_offline_minutes: 9 },
    }
    const settings = { ...other.settings, webcam: false }
    expect(formOnTheirs({ ...mine, problems: [] }, before, other)).toEqual({
      ...other,
      problems: [],
      settings,
    })
  })
})

describe('a draft that was kept', () => {
  const base = formOf(drive)
  const theirs: StaffDriveView = {
    ...drive,
    version: drive.version + 1,
    description: 'Changed by a colleague meanwhile.',
    drives_contacts: [...drive.drives_contacts, { id: 99, user_id: 99 }],
  }
  const opened = { userId: 1, draft: 'edit 7', keptAt: 5, source: theirs }
  const facts = {
    isEdit: true,
    isCreated: false,
    now,
  }

  test('is saved with what was typed alone, on the version it was begun with', () => {
    const form = { ...base, name: 'Another title' }
    const start = wizardStart({ ...opened, kept: { form, stored: storedOf(drive) } }, facts)
    const stored = start.stored ?? storedOf(theirs)
    expect(changedPayload(start.form, stored.form, stored.version)).toEqual({
      name: 'Another title',
      version: drive.version,
    })
  })

  test('that was never begun is the drive as it stands', () => {
    expect(wizardStart({ ...opened, kept: null }, facts).stored).toEqual(storedOf(theirs))
  })

  test('of a new drive is measured against the times that were proposed when it was begun', () => {
    const begun = newForm(now)
    const later = { ...facts, isEdit: false, now: now + HOUR }
    const opened = { userId: 1, draft: 'new', keptAt: now, source: null }
    const typed = wizardStart(
      { ...opened, kept: { form: { ...begun, name: 'Typed' }, stored: null, begun } },
      later,
    )
    expect(typed).toMatchObject({ keptAt: now, begun, plain: newForm(later.now), form: { name: 'Typed' } })
    // Nothing was typed, and it could not be made as it is any more.
    const untouched = wizardStart({ ...opened, kept: { form: begun, stored: null, begun } }, later)
    expect(untouched).toMatchObject({ keptAt: null, begun: newForm(later.now), form: newForm(later.now) })
  })

  test('of a copy loses what was deleted after it was begun', () => {
    const source = {
      ...drive,
      drives_problems: drive.drives_problems.map((row) => ({ ...row, is_deleted: true })),
    }
    const kept = { form: { ...base, name: 'Kept name' }, stored: null }
    const start = wizardStart({ ...opened, source, kept }, { ...facts, isEdit: false })
    expect(start).toMatchObject({ form: { name: 'Kept name', problems: [] }, leftOut: ['Sums'] })
    expect(start.form.questions).toHaveLength(1)
  })

  test('of a copy stands on nothing', () => {
    expect(wizardStart({ ...opened, kept: null }, { ...facts, isEdit: false })).toMatchObject({
      stored: null,
      copyOf: 7,
      hasBegun: false,
    })
  })
})
