import { expect, test } from 'vitest'
import {
  ATTEMPT_TABLES,
  AUDIT_TABLE,
  LANGUAGE_TABLE,
  LEFT_OUT,
  ORGANIZATION_TABLES,
  refsOf,
  tableColumns,
  tableNames,
} from '#db/movedTables.ts'

/** An export takes each table of the schema, or says why it does not. */

const moved = [LANGUAGE_TABLE, ...ORGANIZATION_TABLES, ...ATTEMPT_TABLES, AUDIT_TABLE]

test('each table is moved or left out with a reason, and none is both', () => {
  const named = [...moved.map(({ name }) => name), ...Object.keys(LEFT_OUT)]
  expect(named.toSorted()).toEqual([...tableNames].toSorted())
  for (const reason of Object.values(LEFT_OUT)) expect(reason.length).toBeGreaterThan(15)
})

/** Ids that are no reference to another table's number, or that are turned by hand. */
const otherIds = new Set([
  'languages.code_id',
  'item_versions.item_id',
  'leases.lease_id',
  'leases.device_id',
  'attempts.lease_id',
  'ops.op_id',
  'ops.lease_id',
  'ops.boot_id',
  'ops.anchor_id',
  'late_decisions.op_id',
  'quarantine.lease_id',
  'quarantine.op_id',
  'receipts.lease_id',
  'submissions.op_id',
])

test('each column that names another row by its number is turned into the number of here', () => {
  for (const table of moved) {
    const refs = refsOf(table)
    const left = tableColumns(table.name).filter(
      (column) => /_(id|by)$/.test(column) && !(column in refs) && !otherIds.has(`${table.name}.${column}`),
    )
    expect(left, table.name).toEqual([])
  }
})

test('a row is written behind those that it names', () => {
  const before = new Set([LANGUAGE_TABLE.name])
  for (const table of [...ORGANIZATION_TABLES, ...ATTEMPT_TABLES]) {
    const missing = Object.values(refsOf(table)).filter((name) => name !== table.name && !before.has(name))
    expect(missing, table.name).toEqual([])
    before.add(table.name)
  }
})
