import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OwnReport } from '#contract/views/candidate.ts'
import { OwnReportBody } from '#pwa/candidate/report/OwnReportBody.tsx'

/** The candidate's own report where something of it is missing. */

const report = {
  organization_name: 'Org',
  candidate: { first_name: '', last_name: '' },
  score: { percentage: 0, obtained_score: 0, total_score: 5 },
  time: { test_started: null, test_finished: null },
  end_reason: null,
  judging: 0,
  snapshots: [],
  mcqs_details: [],
  problems_details: [
    {
      problem_id: 1,
      title: 'Sum',
      is_attempted: true,
      obtained_score: 0,
      total_score: 5,
      passed_testcases: 0,
      total_testcases: 1,
      language: 'Python',
      submission_time: null,
      answer: null,
      samples: [{ input: '1', expected_output: '1', actual_output: null, is_passed: false }],
    },
  ],
} as unknown as OwnReport

it('has a dash where a value is missing, and none of it is left out', () => {
  const page = renderToStaticMarkup(createElement(OwnReportBody, { report }))
  for (const name of ['Started', 'Finished', 'Ended by']) expect(page).toContain(`<dt>${name}</dt><dd>-</dd>`)
  expect(page).toContain('0 of 1 test passed, Python, -')
  expect(page).toContain('<dt>Yours</dt><dd><pre>-</pre></dd>')
})

it('says of a program that came late that nobody judged it, and tells no test of it', () => {
  const [problem] = report.problems_details
  const late = { ...report, problems_details: [{ ...problem, is_held: true }] } as OwnReport
  const page = renderToStaticMarkup(createElement(OwnReportBody, { report: late }))
  expect(page).toContain('It came late and was not judged, Python, -')
  expect(page).not.toMatch(/passed|Sample tests/)
})
