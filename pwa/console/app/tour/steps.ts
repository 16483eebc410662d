/** The nine steps of the guided tour, in the specification's order. */
export const steps = [
  {
    name: 'search',
    title: 'Search Drive',
    text: 'Finds a drive by name, from any page. Ctrl+K opens it too.',
  },
  {
    name: 'profile',
    title: 'Profile',
    text: 'Your name, email and credits. Edit your details here, restart this tour, or log out.',
  },
  {
    name: 'home',
    title: 'Home',
    text: 'All drives in three columns: ongoing, upcoming and completed.',
  },
  {
    name: 'drive',
    title: 'New Drive',
    text: 'Creates a timed test: first its details, then its problems and MCQs, then its rules.',
  },
  {
    name: 'rules',
    title: 'Rules',
    text: 'What every candidate reads before a test. A drive can also have rules of its own.',
  },
  {
    name: 'problems bank',
    title: 'Problems bank',
    text: 'Coding problems with their test cases, and MCQs. You choose from it in the second step of a drive.',
  },
  {
    name: 'users',
    title: 'Users',
    text: 'The people in your organization, and those who have been invited.',
  },
  {
    name: 'assessment',
    title: 'Assessments',
    text: 'Tests that are always open, drawn from the bank by difficulty and tags.',
  },
  {
    name: 'feedback',
    title: 'Feedbacks',
    text: 'What candidates thought of a test after finishing it.',
  },
] as const

export type StepName = (typeof steps)[number]['name']

/** The attribute by which a step finds what it speaks of: `data-tour`, with one or more names. */
export const selectorOf = (name: string): string => `[data-tour~="${name.replaceAll(' ', '-')}"]`

/** For the element of a step: `data-tour={tourTargetOf('home')}`. */
export const tourTargetOf = (name: StepName): string => name.replaceAll(' ', '-')

/**
 * The element that a step points to: its own place, if its screen has one that can be seen; else the place that leads
 * to the screens, so that the step is told in words there.
 * @param find the first visible element of a selector
 */
export function elementOf<E>(name: StepName, find: (selector: string) => E | undefined): E | undefined {
  return find(selectorOf(name)) ?? find(selectorOf('screens'))
}
