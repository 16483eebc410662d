import { engineLanguage } from '#runtimes/languages.ts'
import { TIME_FACTORS } from '#runtimes/limits.ts'
import type { EngineDescription, LanguageInfo, Limits } from '../port.ts'
import type { ServiceSettings } from './options.ts'

export interface ServiceRuntime extends LanguageInfo {
  aliases: readonly string[]
}

export interface ServiceJob {
  runtime: ServiceRuntime
  source: string
  stdin: string
  limits: Partial<Limits>
}

/** A refused request: the words that go back with status 400. */
export class BadRequest extends Error {}

type Fields = Record<string, unknown>

function requiredText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new BadRequest(`${name} is required as a string`)
  return value
}

/** Bytes of memory that one job gets at most, whatever it asks for. */
const LARGEST_MEMORY_BYTES = 1024 * 1024 * 1024

/** The engines themselves take some of it; with less no program would begin. The least a problem may set as well. */
const LEAST_MEMORY_BYTES = 32 * 1024 * 1024

/** Whether a version such as 3.12.0 is meant by '*', '3', '3.x' or '3.12.0'. */
function matches(version: string, wanted: string): boolean {
  if (wanted === '*') return true
  const parts = wanted.split('.')
  const own = version.split('.')
  return parts.every((part, index) => part === 'x' || part === '*' || part === own[index])
}

/** A limit of the request, checked as Piston checks it; undefined when it is not given or 0. */
function limit(fields: Fields, name: string, configured: number): number | undefined {
  const value = fields[name]
  if (!value) return undefined
  if (typeof value !== 'number') throw new BadRequest(`If specified, ${name} must be a number`)
  if (configured <= 0) return value > 0 ? value : undefined
  if (value > configured) throw new BadRequest(`${name} cannot exceed the configured limit of ${configured}`)
  if (value < 0) throw new BadRequest(`${name} must be non-negative`)
  return value
}

function mainSource(files: unknown): string {
  if (!Array.isArray(files)) throw new BadRequest('files is required as an array')
  const known: Fields[] = files.map((file: unknown, index) => {
    const fields: Fields = typeof file === 'object' && file !== null ? { ...file } : {}
    if (typeof fields.content !== 'string')
      throw new BadRequest(`files[${index}].content is required as a string`)
    return fields
  })
  const main = known.find(({ encoding }) => !encoding || encoding === 'utf8')
  if (main === undefined) throw new BadRequest('files must include at least one utf8 encoded file')
  if (known.length > 1) throw new BadRequest('this engine runs programs of one file')
  return String(main.content)
}

/** On a machine that is slower than others programs may ask for so much more: they are told that they need it. */
function allowedTimes({ id, timeFactor = 1 }: ServiceRuntime, settings: ServiceSettings) {
  const language = engineLanguage(id)
  const slowness = Math.max(1, timeFactor / (language ? TIME_FACTORS[language.id] : 1))
  return {
    cpuMs: Math.round(settings.runCpuTimeMs * slowness),
    wallMs: Math.round(settings.runTimeoutMs * slowness),
  }
}

function jobLimits(fields: Fields, runtime: ServiceRuntime, settings: ServiceSettings): Partial<Limits> {
  const allowed = allowedTimes(runtime, settings)
  limit(fields, 'compile_memory_limit', settings.compileMemoryLimit)
  const memory = limit(fields, 'run_memory_limit', settings.runMemoryLimit)
  if (memory !== undefined && memory < LEAST_MEMORY_BYTES)
    throw new BadRequest(`this engine needs a run_memory_limit of at least ${LEAST_MEMORY_BYTES}`)
  limit(fields, 'compile_timeout', settings.compileTimeoutMs)
  const wallMs = limit(fields, 'run_timeout', allowed.wallMs) ?? settings.runTimeoutMs
  limit(fields, 'compile_cpu_time', settings.compileCpuTimeMs)
  const cpuMs = limit(fields, 'run_cpu_time', allowed.cpuMs) ?? settings.runCpuTimeMs
  const configured = settings.runMemoryLimit > 0 ? settings.runMemoryLimit : undefined
  const memoryBytes = memory === undefined ? configured : Math.min(memory, LARGEST_MEMORY_BYTES)
  return {
    cpuMs,
    wallMs,
    memoryBytes,
    stdoutBytes: settings.outputMaxBytes,
    stderrBytes: settings.outputMaxBytes,
  }
}

/** Reads the body of an execute request. Throws a DomainError with Piston's own words where there are such. */
export function readJob(body: unknown, runtimes: ServiceRuntime[], settings: ServiceSettings): ServiceJob {
  const fields: Fields = typeof body === 'object' && body !== null ? { ...body } : {}
  const language = requiredText(fields, 'language')
  const version = requiredText(fields, 'version')
  const source = mainSource(fields.files)
  const runtime = runtimes.find(
    (one) => (one.id === language || one.aliases.includes(language)) && matches(one.version, version),
  )
  if (runtime === undefined) throw new BadRequest(`${language}-${version} runtime is unknown`)
  // Clients send some by themselves (piston-client: 1, 2 and 3), so that refusing them would refuse such clients.
  if (fields.args && !Array.isArray(fields.args)) throw new BadRequest('If specified, args must be an array')
  const limits = jobLimits(fields, runtime, settings)
  return { runtime, source, stdin: typeof fields.stdin === 'string' ? fields.stdin : '', limits }
}

/** The runtimes of the service: the executor's languages with the names clients also use for them. */
export function serviceRuntimes(
  description: EngineDescription,
  aliases: (languageId: string) => readonly string[],
): ServiceRuntime[] {
  return description.languages.map((language) => ({ ...language, aliases: aliases(language.id) }))
}
