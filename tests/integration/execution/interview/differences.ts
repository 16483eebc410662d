import type { LanguageId } from '#runtimes/languages.ts'
import type { InterviewProgram } from './program.ts'

/** Something that the embedded engine does otherwise than Node or CPython, with a program that shows it. */
export interface Difference extends InterviewProgram {
  languageId: LanguageId
  differs: string
  instead: string
}

/** Everything known; docs/execution-differences.md holds it as a table. */
export const KNOWN_DIFFERENCES: readonly Difference[] = [
  {
    languageId: 'javascript',
    name: 'modules for processes, threads and the network',
    differs:
      'The modules `stream`, `zlib`, `http`, `https`, `net`, `vm`, `worker_threads`, `child_process` and `async_hooks` cannot be loaded.',
    instead: 'Plain code; `process.stdin` and `readline` for input.',
    source: `
const { Transform } = require('stream')
process.stdin.pipe(new Transform({ transform(chunk, _, done) { done(null, String(chunk).toUpperCase()) } })).pipe(process.stdout)`,
    stdin: 'loud',
  },
  {
    languageId: 'javascript',
    name: 'hashes',
    differs: '`crypto` has random numbers and UUIDs, and no hashes, ciphers or keys.',
    instead: 'A hash function of your own, such as FNV-1a.',
    source: `
console.log(require('crypto').createHash('sha256').update('abc').digest('hex'))`,
  },
  {
    languageId: 'javascript',
    name: 'languages other than English',
    differs:
      '`Intl`, `toLocaleString` and `localeCompare` know English only; `Intl.RelativeTimeFormat`, `Intl.DisplayNames` and `Intl.Segmenter` are not there.',
    instead: 'The locale `en-US`, or a format of your own.',
    source: `
console.log((1234.5).toLocaleString('de-DE'))`,
  },
  {
    languageId: 'javascript',
    name: 'time zones',
    differs: '`Intl.DateTimeFormat` and `toLocaleString` know no time zone but UTC.',
    instead: "`timeZone: 'UTC'`, or the hours added by hand.",
    source: `
console.log(new Date(0).toLocaleString('en-US', { timeZone: 'America/New_York' }))`,
  },
  {
    languageId: 'javascript',
    name: 'messages that quote the source',
    differs:
      'Error messages that quote the source read differently: *not a function* instead of *list.push is not a function*. So do stack traces.',
    instead: 'The kind of the error: `error instanceof TypeError` or `error.name`.',
    source: `
try { ({}).missing() } catch (error) { console.log(error.message) }`,
  },
  {
    languageId: 'javascript',
    name: 'a rejection that nobody handles',
    differs:
      'A rejected promise that nobody handles does not end the program, except for the one that the last line starts.',
    instead: '`await`, or `.catch(…)` that sets `process.exitCode`.',
    source: `
console.log('begun')
const lost = async () => { throw new Error('lost') }
lost()
setTimeout(() => console.log('still here'), 5)`,
  },
  {
    languageId: 'javascript',
    name: 'iterators as they are printed',
    differs: '`console.log` shows nothing of what is in the iterator of a `Map` or a `Set`.',
    instead: 'The iterator spread into an array: `[...map.keys()]`.',
    source: `
console.log(new Map([['a', 1]]).keys())`,
  },
  {
    languageId: 'python',
    name: 'threads',
    differs: 'Threads cannot be started, and `concurrent.futures` has no pools.',
    instead: '`asyncio`, or a loop.',
    source: `
import threading
thread = threading.Thread(target=print, args=('from a thread',))
thread.start()
thread.join()`,
  },
  {
    languageId: 'python',
    name: 'other processes',
    differs: '`subprocess`, `multiprocessing` and `os.system` do not work.',
    instead: 'Plain code in the program itself.',
    source: `
import os, sys
sys.stdout.flush()
print(os.system('exit 0'))`,
  },
  {
    languageId: 'python',
    name: 'sockets',
    differs: 'There is no network: sockets cannot be opened, and `ssl` is missing.',
    instead: 'Standard input.',
    source: `
import socket
a, b = socket.socketpair()
a.send(b'hello')
print(b.recv(5))`,
  },
  {
    languageId: 'python',
    name: 'names of time zones',
    differs: '`zoneinfo` has no data.',
    instead: '`timezone(timedelta(hours=2))` from `datetime`.',
    source: `
from datetime import datetime
from zoneinfo import ZoneInfo
print(datetime(2024, 1, 1, tzinfo=ZoneInfo('UTC')).utcoffset())`,
  },
]
