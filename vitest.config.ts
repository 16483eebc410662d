import { defineConfig } from 'vitest/config'

/** The long run plays ten times as many exams. */
const longRun = process.env.HOLDFAST_EXAMS_TIMES !== undefined

/** Browser tests that take long for what they add to the others: of the long run alone. */
const longInBrowser = [
  'tests/e2e/candidate/{crowd,device-run,disk,firefox,outages,storage,takenBack,versions}.test.ts',
  'tests/e2e/console/{asWritten,drafts,engineWords,failedCalls,focus,hostileTexts,keyboard,meanwhile,rejudge,saidElsewhere,sessionEnd}.test.ts',
]

/** No file of these suites leaves anything behind in its process: one load of the modules serves all of them. */
const isolate = false

/** One runner for every suite; as many files at a time as the machine it must run on has cores, where the command does not say more. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
          // A result that comes late on a busy machine is not wrong.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          isolate,
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'offline',
          isolate,
          include: ['tests/offline/**/*.test.ts'],
          // It takes what other suites leave of the machine.
          testTimeout: longRun ? 7_200_000 : 1_800_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: longRun ? [] : longInBrowser,
          globalSetup: ['tests/e2e/support/globalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // The steps that the browser tests have walked: they count after all of them.
      { test: { name: 'walked', isolate, include: ['tests/walked/**/*.test.ts'] } },
    ],
  },
})
