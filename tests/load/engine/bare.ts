import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FoundToolchain, findToolchains } from '#api/execution/jail/find.ts'
import { APP } from '#api/execution/jail/sandbox.ts'
import { DEFAULT_LIMITS } from '#runtimes/limits.ts'

/** The same programs without any engine: compiled with the same flags, and started by themselves. */

/** Starts a program, waits for it and tells the processor time of it and its children; getrusage by its number, for Perl has no word for it. */
const CLOCKED = String.raw`
my $GETRUSAGE = shift;
my $program = fork // die;
if ($program == 0) { exec { $ARGV[0] } @ARGV; exit 98 }
waitpid $program, 0;
my $status = $?;
my $usage = "\0" x 144;
syscall($GETRUSAGE + 0, -1, $usage);
my ($user, $user_us, $system, $system_us) = unpack 'q4', $usage;
printf STDERR "cpu_ms=%.3f status=%d\n", $user * 1000 + $user_us / 1000 + $system * 1000 + $system_us / 1000, $status;
`
const GETRUSAGE = process.arch === 'arm64' ? 165 : 98

/** The toolchains of this machine. None that is measured reads anything of the server's own, so its folder may go. */
export async function toolchainsHere(): Promise<FoundToolchain[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    return await findToolchains(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface BareProgram {
  command: readonly string[]
  remove(): void
}

/** @throws Error where its compiler refuses it */
export function prepareBare({ toolchain, found }: FoundToolchain, source: string): BareProgram {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const file = toolchain.fileName(source)
  writeFileSync(join(folder, file), source)
  const here = (parts: readonly string[]): string[] =>
    parts.map((part) => (part === APP || part.startsWith(`${APP}/`) ? folder + part.slice(APP.length) : part))
  const [compiler, ...flags] = here(toolchain.compile?.(file, found) ?? [])
  if (compiler) {
    const { status, stderr } = spawnSync(compiler, flags, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${compiler} ended with ${status}: ${stderr}`)
  }
  return {
    command: here(toolchain.run(file, found, DEFAULT_LIMITS.memoryBytes)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs it once. @returns its output, and milliseconds of processor time */
export function clockBare(
  { command }: BareProgram,
  stdin: string,
): Promise<{ stdout: string; cpuMs: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn('perl', ['-e', CLOCKED, String(GETRUSAGE), ...command])
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', () => {
      const told = /cpu_ms=([\d.]+) status=0\n$/.exec(stderr)
      if (told) resolve({ stdout, cpuMs: Number(told[1]) })
      else reject(new Error(`A program by itself failed: ${stderr.slice(0, 500)}`))
    })
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
  })
}

/** Starts it as any program would be, and waits for its end. @returns its output */
export function spawnBare(
  { command: [file = '', ...parameters] }: BareProgram,
  stdin: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, { stdio: ['pipe', 'pipe', 'ignore'] })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', () => resolve(stdout))
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
  })
}
