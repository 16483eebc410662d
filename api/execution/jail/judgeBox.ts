import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JudgeKind, JudgeProgram } from '#contract/judging.ts'
import { DEFAULT_LIMITS } from '#runtimes/limits.ts'
import { decodeOutput } from '#runtimes/streams.ts'
import type { JudgeEnd } from '../judging/answer.ts'
import type { JudgeAsk, Limits } from '../port.ts'
import type { BoxEnd, BoxTools, KeptBytes } from './box.ts'
import { BOX } from './sandbox.ts'

/** Boxes for programs that judge: the files they read, the command they are called with, and what they leave. */

const MiB = 1024 * 1024
/** A judge's program is its author's, and has more than a candidate's: these are its own. */
export const JUDGE_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  cpuMs: 10_000,
  wallMs: 31_000,
  memoryBytes: 512 * MiB,
}
/** Its feedback folder comes over its standard error, with the input of another pass in it. */
export const JUDGE_OUTPUT: KeptBytes = { stdoutBytes: 8 * MiB, stderrBytes: 2 * MiB }

/** The files that it reads stand there. */
export const DATA = '/judge'
const FEEDBACK = join(BOX, 'feedback')

/**
 * Runs the judge's program in its box, and writes the files of the feedback folder to standard error once it has ended: name,
 * size and bytes of each. Standard output stays the program's own, which an interactor talks over.
 */
const REPORTER = String.raw`
use strict;
my ($feedback, $kept, $input, $most_files) = splice @ARGV, 0, 4;
mkdir $feedback;
if (opendir my $before, $kept) {
  for my $name (grep { -f "$kept/$_" } readdir $before) {
    open(my $from, '<', "$kept/$name") && open(my $to, '>', "$feedback/$name") or next;
    local $/;
    print $to scalar <$from>;
    close $to;
  }
}
open(my $out, '>&', \*STDERR) or exit 99;
binmode $out;
my $pid = fork;
defined $pid or exit 99;
if ($pid == 0) {
  open(STDERR, '>', "$feedback/../stderr") or exit 99;
  if ($input ne '-') {
    open(STDIN, '<', $input) or exit 99;
    open(STDOUT, '>', '/dev/null') or exit 99;
  }
  exec { $ARGV[0] } @ARGV;
  exit 98;
}
# The program alone holds the ends of its pipes: whoever talks to it sees its end.
close STDIN;
close STDOUT;
waitpid $pid, 0;
my $status = $?;
sub tell_file {
  my ($path, $name, $most) = @_;
  return if -l $path || ! -f $path;
  if (-s $path > $most && $name ne 'stderr') {
    print $out "too large\n", length $name, "\n", $name;
    return;
  }
  open(my $file, '<', $path) or return;
  binmode $file;
  read $file, my $bytes, $most;
  print $out "$name\n", length $bytes, "\n", $bytes;
}
tell_file("$feedback/../stderr", 'stderr', 16384);
if (opendir my $left, $feedback) {
  my $count = 0;
  for my $name (sort readdir $left) {
    next if $name !~ /^[\x21-\x7e]{1,100}$/ || ! -f "$feedback/$name";
    if (++$count > $most_files) {
      print $out "too many\n0\n";
      last;
    }
    tell_file("$feedback/$name", "feedback/$name", $name eq 'nextpass.in' ? 1048576 : 65536);
  }
}
close $out;
kill $status & 127, $$ if $status & 127;
exit $status >> 8;
`

/** Files in a feedback folder; one that has more would lose some without a word. */
const MOST_FILES = 30

/** The arguments that each kind is called with, behind its own command. */
const PARAMETERS: Readonly<Record<JudgeKind, readonly string[]>> = {
  validator: ['input', 'answer', FEEDBACK],
  interactor: ['input', 'answer', FEEDBACK],
  testlib: ['input', 'output', 'answer'],
  testlib_interactor: ['input', join(FEEDBACK, 'output'), 'answer'],
  tests: [],
}

/** @param command of the judge's program, without parameters */
export function judgeCommand(
  { kind, arguments: given = [] }: JudgeProgram,
  command: readonly string[],
): string[] {
  const input = kind === 'validator' ? join(DATA, 'output') : kind === 'testlib' ? '/dev/null' : '-'
  // Kattis puts a folder's separator at its end, and validators rely on it.
  const parameters = PARAMETERS[kind].map((one) =>
    one === FEEDBACK ? `${FEEDBACK}/` : one.startsWith('/') ? one : join(DATA, one),
  )
  return [
    ...['/usr/bin/perl', '-e', REPORTER, FEEDBACK, join(DATA, 'feedback'), input, String(MOST_FILES)],
    ...[...command, ...parameters, ...given],
  ]
}

const FOR_ALL = { file: 0o644, folder: 0o755 }

/** Writes the files that a judge's program reads into a folder of the host. */
export function makeData(
  { folder }: Pick<BoxTools, 'folder'>,
  { input, answer, output, feedback = {} }: Omit<JudgeAsk, 'program'>,
): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(folder, 'judge-'))
  const remove = () => rm(path, { recursive: true, force: true })
  const beside = join(path, 'feedback')
  mkdirSync(beside)
  const files = [
    ...Object.entries({ input, answer, output }).map(([name, text]) => ({
      name,
      text,
      encoding: 'utf8' as const,
    })),
    ...Object.entries(feedback).map(([name, text]) => ({
      ...{ name: join('feedback', name), text, encoding: encodingOf(name) },
    })),
  ]
  try {
    for (const { name, text, encoding } of files) {
      writeFileSync(join(path, name), text, encoding)
      chmodSync(join(path, name), FOR_ALL.file)
    }
  } catch (error) {
    void remove()
    throw error
  }
  // Its box may run as a user who is nobody's here, and the server's own files are for the server alone.
  for (const folder of [path, beside]) chmodSync(folder, FOR_ALL.folder)
  return { path, remove }
}

/** The files that REPORTER wrote; what was cut off in the middle is left out. */
function filesIn(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const name = bytes.indexOf('\n', at)
    const size = name < 0 ? -1 : bytes.indexOf('\n', name + 1)
    const length = size < 0 ? Number.NaN : Number(bytes.toString('latin1', name + 1, size))
    if (!(length >= 0) || size + 1 + length > bytes.length) break
    files.set(bytes.toString('latin1', at, name), bytes.subarray(size + 1, size + 1 + length))
    at = size + 1 + length
  }
  return files
}

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  cpu: 'used up its processor time',
  wall: 'used up its time',
  memory: 'used up its memory',
  output: 'wrote too much',
  files: 'made too many files',
  processes: 'started too many processes',
}

/** Words about what ended it from outside; null where it ended by itself. */
function stoppedBy({ endedBy, signal }: Extract<BoxEnd, { kind: 'ended' }>): string | null {
  if (endedBy !== null) return LIMIT_WORDS[endedBy] ?? `was ended (${endedBy})`
  return signal === null ? null : `was ended by ${signal}`
}

/** @returns how a judge's program ended, in the words that `readAnswer` reads */
export function judgeEndOf(end: Extract<BoxEnd, { kind: 'ended' }>): JudgeEnd {
  const files = filesIn(end.stderr)
  const feedback = Object.fromEntries(
    [...files].flatMap(([name, bytes]) =>
      name.startsWith('feedback/')
        ? [[name.slice('feedback/'.length), bytes.toString(encodingOf(name))]]
        : [],
    ),
  )
  const tooLarge = files.get('too large')?.toString()
  const left = tooLarge
    ? `left a file that is too large (${tooLarge.slice('feedback/'.length)})`
    : files.has('too many')
      ? `left more than ${MOST_FILES} files in its feedback folder`
      : null
  const stopped = stoppedBy(end) ?? left
  return {
    exitCode: end.exitCode,
    stopped,
    stderr: decodeOutput(files.get('stderr') ?? Buffer.of()),
    feedback,
  }
}

/** The files that people read are text; others are kept byte by byte. */
const encodingOf = (name: string): BufferEncoding => (/\.(txt|in)$/.test(name) ? 'utf8' : 'latin1')
