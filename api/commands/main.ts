import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import { directoryError } from '../kit/dataDirectory.ts'
import { type Command, type CommandOutcome, RefusedCall, WrongCall } from './command.ts'

/** The program: its settings come from the environment, and what it does from its first argument. */

/** Each is loaded when it is called: the others take memory, and time of every start. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  'backup-key': async () => (await import('./backupKey.ts')).backupKeyCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  erase: async () => (await import('./erase.ts')).eraseCommand,
  retention: async () => (await import('./retention.ts')).retentionCommand,
  'candidate-data': async () => (await import('./candidateData.ts')).candidateDataCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  evidence: async () => (await import('./evidence.ts')).evidenceCommand,
  'receipt-key': async () => (await import('./receiptKey.ts')).receiptKeyCommand,
  'create-admin': async () => (await import('./createAdmin.ts')).createAdminCommand,
  'reset-password': async () => (await import('./resetPassword.ts')).resetPasswordCommand,
  health: async () => (await import('./health.ts')).healthCommand,
  engine: async () => (await import('./engine.ts')).engineCommand,
}

/** It was called in a way that it does not know, or its settings do not hold. */
const WRONG_CALL = 2

const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

async function overview(): Promise<string> {
  const lines: [string, string][] = []
  for (const [name, load] of Object.entries(commands)) {
    const { usage, summary } = await load()
    lines.push([`${name} ${usage}`.trim(), summary])
  }
  return [
    'holdfast [command]',
    '',
    ...columns(lines),
    '',
    'Each takes --help, and --json for programs. Settings come from the environment: docs/operator/settings.md lists them.',
    'Exit codes: 0 all is well, 1 it could not be done or something was found, 2 the call or a setting is wrong.',
  ].join('\n')
}

const helpOf = (name: string, { usage, summary, help }: Command): string =>
  [
    `holdfast ${name} ${usage}`.trim(),
    '',
    `  ${summary}`,
    '',
    ...columns([
      ...help,
      ['--json', 'tells what was done, or found, as JSON; in error, why it could not be done'],
      ['--help', 'tells this'],
    ]),
  ].join('\n')

/** @returns what is told at its end; null where it goes on serving */
async function run(args: readonly string[]): Promise<CommandOutcome | null> {
  const [first = 'serve', ...rest] = args
  if (['--help', '-h', 'help'].includes(first)) return { text: await overview(), json: null, ok: true }
  const command = await commands[first]?.()
  if (!command) throw new WrongCall(`There is no command ${first}.\n\n${await overview()}`)
  const { values, positionals } = parsed(first, command, rest)
  if (values.help) return { text: helpOf(first, command), json: null, ok: true }
  const tooMuch = positionals[command.most]
  if (tooMuch !== undefined)
    throw new WrongCall(`'${tooMuch}' is more than ${first} takes. ${takes(first, command)}`)
  const outcome = await command.run({
    get config() {
      return readConfig(process.env, command.makesData ? directoryError : standingError)
    },
    values,
    positionals,
    progress: (line) => console.error(line),
  })
  return outcome && values.json ? { ...outcome, text: JSON.stringify(outcome.json) } : outcome
}

/** As `directoryError`, but nothing is made. */
const standingError = (path: string): string | null => (existsSync(path) ? directoryError(path) : null)

const takes = (name: string, { usage }: Command): string => `It takes: ${`holdfast ${name} ${usage}`.trim()}`

function parsed(name: string, command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...command.options, ...COMMON }, allowPositionals: true })
  } catch (error) {
    throw new WrongCall(`${(error as Error).message.split(/[.\n]/)[0]}. ${takes(name, command)}`)
  }
}

async function main(): Promise<void> {
  // Whatever is written is for this account alone.
  process.umask(0o077)
  // A command ends when it says so, and not where nothing but a silent wait is left of it.
  const going = setInterval(() => {}, 2 ** 30)
  const outcome = await run(process.argv.slice(2)).finally(() => clearInterval(going))
  if (!outcome) return
  console.log(outcome.text)
  process.exitCode = outcome.ok ? 0 : 1
}

main().catch((error: unknown) => {
  const words =
    error instanceof ConfigError
      ? `These settings are invalid:\n${error.message}`
      : String((error as Error).message ?? error)
  console.error(`\n${words}\n`)
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ error: words, ...(error instanceof RefusedCall && error.json) }))
  const isWrongCall = error instanceof ConfigError || error instanceof WrongCall
  if (!isWrongCall && process.env.HOLDFAST_LOG === 'debug') console.error(error)
  process.exit(isWrongCall ? WRONG_CALL : 1)
})
