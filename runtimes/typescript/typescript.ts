import { createJavaScriptRuntime } from '../javascript/javascript.ts'
import { ErrorSink } from '../output.ts'
import type { LanguageRuntime, RunResult, RuntimeHost } from '../port.ts'
import { withSourcePlaces } from './places.ts'
import { createStripper } from './stripper.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

const nothing = {
  stdout: new Uint8Array(),
  stdoutTruncated: false,
  stderrTruncated: false,
  memoryBytes: null,
}

/** The end of a program that never began, with the words for why. */
function unread(outcome: 'compile_error' | 'memory_limit', words: string, limit: number): RunResult {
  const stderr = new ErrorSink(limit)
  stderr.write(encoder.encode(words))
  const exitCode = outcome === 'compile_error' ? 1 : null
  return { ...nothing, outcome, exitCode, stderr: stderr.bytes(), stderrTruncated: stderr.truncated }
}

/**
 * TypeScript as JavaScript without its types, which nobody checks. `files` are QuickJS and the stripper. Types become white
 * space, so a program keeps its places; one with enums, namespaces and the like is written anew, and what it says on standard
 * error is led back to its source.
 */
export async function createTypeScriptRuntime(
  [quickjs, stripper]: readonly Uint8Array<ArrayBuffer>[],
  host: RuntimeHost,
): Promise<LanguageRuntime> {
  if (!quickjs || !stripper) throw new Error('TypeScript takes two files')
  const [javascript, strip] = await Promise.all([
    createJavaScriptRuntime([quickjs], host),
    createStripper(stripper),
  ])
  return {
    id: 'typescript',
    async run(request) {
      const { memoryBytes, stderrBytes } = request.limits
      const stripped = await strip(request.source, memoryBytes)
      if ('isOutOfMemory' in stripped) return unread('memory_limit', '', stderrBytes)
      if ('refusal' in stripped) return unread('compile_error', stripped.refusal, stderrBytes)
      const result = await javascript.run({ ...request, source: stripped.code })
      const words = withSourcePlaces(decoder.decode(result.stderr), stripped.map)
      return { ...result, stderr: encoder.encode(words) }
    },
  }
}
