import { and, assign, fromPromise, setup } from 'xstate'
import type { StaffDriveView } from '#contract/views/drive.ts'
import { type DriveForm, formOf, formOnTheirs } from './form.ts'

/**
 * The drive's wizard: details, questions, rules. A new drive is saved after the questions, so that rules have a drive
 * to belong to; a change is saved on the last step (console specification, sections 2.5 and 4).
 */

/** The steps as the person sees them, in their order. */
export const wizardSteps = ['details', 'questions', 'rules'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** The drive on the server that the form is measured against. */
export interface Stored {
  id: number
  version: number
  form: DriveForm
}

export interface WizardInput {
  form: DriveForm
  /** null: the drive is new. */
  stored: Stored | null
  /** The drive this one is a copy of. */
  copyOf: number | null
  /** Opened at the rules: the page of a drive that was just created was loaded again. */
  isCreated?: boolean
  /** The step it was left at: it is opened there again, unless a step before it has errors by now. */
  step?: WizardStep
}

interface WizardContext {
  form: DriveForm
  stored: Stored | null
  copyOf: number | null
  /** The wizard made this drive itself; its rules can be added now. */
  isCreated: boolean
  opensAt: WizardStep
  /** The refusal of the last saving, in words. */
  refusal: string | null
  /** The drive as somebody else changed it meanwhile. */
  theirs: StaffDriveView | null
}

export type WizardEvent =
  | { type: 'EDIT'; change: Partial<DriveForm> }
  | { type: 'NEXT' }
  | { type: 'BACK' }
  | { type: 'SAVE' }
  /** After a conflict: save mine over theirs, field by field, or go on from theirs with what contradicts nothing. */
  | { type: 'KEEP_MINE' }
  | { type: 'TAKE_THEIRS' }
  /** Back to the form, with nothing decided: the next saving asks again. */
  | { type: 'DECIDE_LATER' }

export interface SaveInput {
  form: DriveForm
  stored: Stored | null
  copyOf: number | null
}

/** Thrown by the saving where another version stands on the server. */
export class StaleDrive extends Error {
  readonly current: StaffDriveView
  constructor(current: StaffDriveView, message: string) {
    super(message)
    this.current = current
  }
}

export const storedOf = (drive: StaffDriveView): Stored => ({
  id: drive.id,
  version: drive.version,
  form: formOf(drive),
})

const saved = (drive: StaffDriveView) => ({
  stored: storedOf(drive),
  form: formOf(drive),
  refusal: null,
  theirs: null,
})

const refused = (error: unknown) => ({
  refusal: wordsOf(error),
  theirs: error instanceof StaleDrive ? error.current : null,
})

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const wizardMachine = setup({
  types: {
    input: {} as WizardInput,
    context: {} as WizardContext,
    events: {} as WizardEvent,
  },
  actors: {
    save: fromPromise<StaffDriveView, SaveInput>(async () => {
      throw new Error('The wizard was started without a way to save')
    }),
  },
  guards: {
    /** The first step has no errors; given by whoever knows the time. */
    detailsFit: () => true,
    itemsFit: () => true,
    isStored: ({ context }) => context.stored !== null,
    wasCreated: ({ context }) => context.isCreated,
    leftBeyondDetails: ({ context }) => context.opensAt !== 'details',
    leftAtRules: ({ context }) => context.opensAt === 'rules',
  },
  actions: {
    /** The new drive's own edit page: back from the rules of a drive that was just created leads there. */
    openEdit: () => {},
  },
}).createMachine({
  id: 'driveWizard',
  context: ({ input }) => ({
    form: input.form,
    stored: input.stored,
    copyOf: input.copyOf,
    isCreated: input.isCreated ?? false,
    opensAt: input.step ?? 'details',
    refusal: null,
    theirs: null,
  }),
  initial: 'opening',
  on: {
    EDIT: {
      actions: assign(({ context, event }) => ({
        form: { ...context.form, ...event.change },
        refusal: null,
      })),
    },
    TAKE_THEIRS: {
      actions: assign(({ context }) =>
        context.theirs === null || context.stored === null
          ? {}
          : {
              stored: storedOf(context.theirs),
              form: formOnTheirs(context.form, context.stored.form, formOf(context.theirs)),
              theirs: null,
              refusal: null,
            },
      ),
    },
    DECIDE_LATER: { actions: assign({ theirs: null, refusal: null }) },
  },
  states: {
    opening: {
      always: [
        { guard: 'wasCreated', target: 'rules' },
        { guard: and(['leftAtRules', 'detailsFit', 'itemsFit']), target: 'rules' },
        { guard: and(['leftBeyondDetails', 'detailsFit']), target: 'questions' },
        { target: 'details' },
      ],
    },
    details: {
      on: { NEXT: { guard: 'detailsFit', target: 'questions' } },
    },
    questions: {
      on: {
        BACK: 'details',
        NEXT: { guard: 'itemsFit', target: 'rules' },
        SAVE: { guard: 'itemsFit', target: 'creating' },
      },
    },
    creating: {
      invoke: {
        src: 'save',
        input: ({ context: { form, stored, copyOf } }) => ({ form, stored, copyOf }),
        onDone: {
          target: 'rules',
          actions: assign(({ event }) => ({ ...saved(event.output), isCreated: true })),
        },
        onError: { target: 'questions', actions: assign(({ event }) => refused(event.error)) },
      },
    },
    rules: {
      on: {
        BACK: [{ guard: 'wasCreated', actions: 'openEdit' }, { target: 'questions' }],
        SAVE: [
          { guard: 'wasCreated', target: 'done' },
          { guard: 'isStored', target: 'updating' },
        ],
        KEEP_MINE: {
          target: 'updating',
          actions: assign(({ context }) =>
            context.theirs === null || context.stored === null
              ? {}
              : { stored: { ...context.stored, version: context.theirs.version }, theirs: null },
          ),
        },
      },
    },
    updating: {
      invoke: {
        src: 'save',
        input: ({ context: { form, stored, copyOf } }) => ({ form, stored, copyOf }),
        onDone: { target: 'done', actions: assign(({ event }) => saved(event.output)) },
        onError: { target: 'rules', actions: assign(({ event }) => refused(event.error)) },
      },
    },
    done: { type: 'final' },
  },
})
