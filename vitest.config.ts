import { defineConfig } from 'vitest/config'

/** The long run plays ten times as many exams. */
const longRun = process.env.HOLDFAST_EXAMS_TIMES !== undefined

/** One runner for every suite; two files at a time, because the machine it must run on has two cores. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
          // Nothing here leaves anything behind: one load of the modules serves all files.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'offline',
          include: ['tests/offline/**/*.test.ts'],
          testTimeout: longRun ? 3_600_000 : 240_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
