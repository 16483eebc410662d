import type { ConformanceProgram } from './conformance.programs.ts'

/** A database of three rows. */
const SHIPS = `CREATE TABLE ships (id INTEGER PRIMARY KEY, name TEXT, tons REAL);
INSERT INTO ships VALUES (1, 'Ada', 1.5), (2, 'Bée', NULL), (3, 'Cy', x'00ff');
`
const COUNT = 'WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)'

/** SQL on the databases that inputs build. */
export const SQL_PROGRAMS: readonly Omit<ConformanceProgram, 'languageId'>[] = [
  {
    name: 'rows and columns',
    source: 'SELECT * FROM ships ORDER BY id',
    stdin: SHIPS,
    outcome: 'ok',
    stdout: '1 | Ada | 1.5\n2 | Bée | NULL\n3 | Cy | 00FF\n',
    exitCode: 0,
  },
  {
    name: 'several results, and one without rows',
    source:
      'SELECT name FROM ships WHERE id < 3;\n-- none\nSELECT name FROM ships WHERE id > 9;\nUPDATE ships SET tons = 2;\nSELECT count(*), sum(tons) FROM ships;',
    stdin: SHIPS,
    outcome: 'ok',
    stdout: 'Ada\nBée\n\n3 | 6.0\n',
  },
  {
    name: 'changes, looked at by the test',
    source: "DELETE FROM ships WHERE tons IS NULL;\nSELECT 'done'",
    stdin: `${SHIPS}-- after:\nSELECT id FROM ships ORDER BY id;\n`,
    outcome: 'ok',
    stdout: 'done\n\n1\n3\n',
  },
  {
    name: 'tables that the program takes from the test',
    source: 'DROP TABLE ships',
    stdin: `${SHIPS}-- after:\nSELECT id FROM ships;\n`,
    outcome: 'runtime_error',
    stderr:
      /^The statements that the test runs after your program failed: error on line 4: no such table: ships\n$/,
  },
  {
    name: 'syntax error',
    source: "SELECT 'before';\n\nSELCT 1",
    stdin: SHIPS,
    outcome: 'compile_error',
    exitCode: 1,
    stdout: '',
    stderr: /^Error on line 3: near "SELCT": syntax error\n$/,
  },
  {
    name: 'a column that is not there',
    source: "SELECT 'before';\n\nSELECT length\nFROM ships",
    stdin: SHIPS,
    outcome: 'runtime_error',
    exitCode: 1,
    stdout: 'before\n',
    stderr: /^Error on line 3: no such column: length\n$/,
  },
  {
    name: 'an input that is broken',
    source: 'SELECT 1',
    stdin: 'CREATE TABLE ships (id);\nINSERT INTO shps VALUES (1);',
    outcome: 'runtime_error',
    stdout: '',
    stderr:
      /^The input is no SQL that builds a database: error on line 2: no such table: shps\nYour program was not run\./,
  },
  {
    name: 'files elsewhere',
    source: "ATTACH '/etc/passwd' AS other",
    outcome: 'runtime_error',
    stderr: /unable to open database: \/etc\/passwd/,
  },
  {
    name: 'extensions',
    source: "SELECT load_extension('libc')",
    outcome: 'runtime_error',
    stderr: /no such function: load_extension/,
  },
  {
    name: 'endless query',
    source: `${COUNT} SELECT count(*) FROM c`,
    limits: { cpuMs: 250 },
    outcome: 'time_limit',
  },
  { name: 'endless output', source: `${COUNT} SELECT n, 'row' FROM c`, outcome: 'output_limit' },
  {
    name: 'memory',
    source: `CREATE TABLE t AS ${COUNT} SELECT n, hex(randomblob(500)) FROM c LIMIT 10000000`,
    limits: { memoryBytes: 48 * 1024 * 1024 },
    outcome: 'memory_limit',
  },
  {
    name: 'a sort that is larger than a cache',
    source: `SELECT count(*) FROM (${COUNT} SELECT hex(randomblob(20)) AS h FROM c LIMIT 50000) ORDER BY 1; SELECT count(DISTINCT h) FROM (${COUNT} SELECT n % 1000 AS h FROM c LIMIT 50000)`,
    outcome: 'ok',
    stdout: '50000\n\n1000\n',
  },
  { name: 'no output', source: '', outcome: 'ok', stdout: '' },
]
