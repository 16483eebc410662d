import { expect, test } from 'vitest'
import { remarkOf } from '#pwa/console/import/remark.ts'

test.each([
  [undefined, ''],
  ['3 MCQs imported successfully', ''],
  ['1 problem imported successfully.', ''],
  [
    '3 MCQs imported successfully. 2 of them stood in the bank already.',
    '2 of them stood in the bank already.',
  ],
  ['Nothing was new.', 'Nothing was new.'],
])('of ‘%s’ the remark is ‘%s’', (message, remark) => expect(remarkOf(message)).toBe(remark))
