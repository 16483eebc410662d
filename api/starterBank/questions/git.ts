import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['git']

export const gitQuestions: BankQuestion[] = [
  {
    slug: 'git-stage-part',
    description: 'Which command puts changes of a file into the **index**, ready for the next commit?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags,
    kind: 'single',
    options: [wrong('git push'), right('git add'), wrong('git fetch'), wrong('git log')],
  },
  {
    slug: 'git-undo-published',
    description:
      'The last commit has already been pushed to a shared branch. Which command undoes its changes **without** rewriting history?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags,
    kind: 'single',
    options: [
      wrong('git reset --hard HEAD~1'),
      right('git revert HEAD'),
      wrong('git commit --amend'),
      wrong('git rebase -i HEAD~2'),
    ],
  },
  {
    slug: 'git-history-rewriting',
    description: 'Which commands replace existing commits of a branch by **new** commits with other hashes?',
    marks: 3,
    timeInSeconds: 75,
    difficulty: 'hard',
    tags: [...tags, 'history'],
    kind: 'multiple',
    options: [
      right('git commit --amend'),
      right('git rebase, when the branch has commits of its own and is moved to another base'),
      wrong('git merge --no-ff'),
      wrong('git fetch'),
    ],
  },
  {
    slug: 'git-fetch-pull',
    description: 'What does `git pull` do, with its default settings, that `git fetch` does not?',
    marks: 1,
    timeInSeconds: 45,
    difficulty: 'easy',
    tags: [...tags, 'remotes'],
    kind: 'single',
    options: [
      right('It integrates the fetched commits into the current branch'),
      wrong('It downloads commits from the remote'),
      wrong('It updates the remote-tracking branches'),
      wrong('It sends local commits to the remote'),
    ],
  },
]
