import { expect, test } from 'vitest'
import { columnNames, resultFileColumns } from '#pwa/console/results/results/columns.ts'

const without = (...hidden: string[]) =>
  resultFileColumns(columnNames.filter((name) => !hidden.includes(name)))

test('with nothing hidden the file has whatever it has', () => expect(without()).toEqual({}))

test('a hidden column is missing from the file, and no other one', () =>
  expect(without('Last Name', 'Time')).toEqual({
    columns:
      'Candidate Id,First Name,Email,Mobile Number,Score,Total Marks,Tried to copy,Test End Reason,Shortlisted,Started,Finished',
  }))

test('the way to the report is no column of the file', () => expect(without('Result')).toEqual({}))
