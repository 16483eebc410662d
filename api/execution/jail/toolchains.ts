import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ENGINES } from '#runtimes/languages.ts'
import type { CatalogueId } from '../catalogue.ts'
import { type CompilerCache, GO_CACHE } from './goCache.ts'
import { APP, PACKAGED } from './sandbox.ts'
import { explainRefusal, STRIP } from './typescript.ts'

/** The languages of the host's own toolchains, one row a language. */

/** A command of the host, by the name it is called and the file it is. */
export type Found = Readonly<Record<string, string>>

export interface Toolchain {
  id: CatalogueId
  /** The tool's own name, as verdicts are stamped with it. */
  tool: string
  /** Debian's package, for whoever wants the language. */
  debian: string
  /** The commands it needs; the first one tells its version. */
  commands: readonly string[]
  /** Files of this server's own packages that it needs; by their names they stand in PACKAGED. */
  packaged?: readonly string[]
  version: readonly string[]
  /** The version in what it tells of itself. */
  versionIn: RegExp
  /** The name of the source file, which may go by what is in it. */
  fileName: (source: string) => string
  compile?: (file: string, found: Found) => readonly string[]
  run: (file: string, found: Found, memoryBytes: number) => readonly string[]
  /** Files and folders of the host beside the system's own. */
  needs?: (found: Found) => readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Memory of the language itself, which is not the program's. */
  ownBytes?: number
  /** Takes far more addresses than memory: its size is watched, and the system does not bound it as well. */
  isRoomy?: boolean
  /** Null is as much as there is memory. */
  stackBytes?: number | null
  processes?: number
  /** By how much the default processor time is stretched. */
  timeFactor?: number
  /** Whether standard error says that the program could not be read, and never began. */
  isUnreadable?: (stderr: string) => boolean
  cache?: CompilerCache
  /** The version of the language, where its tool has another one. */
  language?: string
  /** Makes words for a person out of what a compiler says that refuses a program. */
  explain?: (said: string) => string
  /** A program that does nothing but begin: its time is the language's own start, and counts for nobody. */
  start?: string
}

const MiB = 1024 * 1024
const inApp = (file: string): string => join(APP, file)
const named = (file: string) => () => file
const megabytes = (bytes: number): number => Math.max(16, Math.floor(bytes / MiB))
const command = (found: Found, name: string): string => found[name] ?? name

/**
 * A deep recursion is a program's right as long as its memory lasts. No number would do: the C library gives every thread as
 * large a stack as the first one may have, and the second thread would be beyond the limit of data.
 */
const DEEP_STACK = null

const PUBLIC_CLASS =
  /^[ \t]{0,99}public (?:final |abstract |strictfp )?(?:class|record|enum|interface) ([A-Za-z_$][\w$]*)/m
const javaClass = (source: string): string => PUBLIC_CLASS.exec(source)?.[1] ?? 'Main'

/** The JVM as a program of a test needs it: one collector, no background compilers beyond what two cores bear. */
const javaArguments = (memoryBytes: number): string[] => [
  '-XX:+UseSerialGC',
  '-Xshare:auto',
  '-XX:CICompilerCount=2',
  '-XX:-UsePerfData',
  '-Xss64m',
  `-Xmx${megabytes(memoryBytes)}m`,
]

/** Kotlin's own library, beside its compiler; a program is run with it. */
const kotlinLibrary = (found: Found): string =>
  join(dirname(dirname(command(found, 'kotlinc'))), 'lib', 'kotlin-stdlib.jar')

/** Node as a program of a test needs it. */
const node = (found: Found, memoryBytes: number): string[] => [
  command(found, 'node'),
  `--max-old-space-size=${megabytes(memoryBytes)}`,
  '--stack-size=3900',
]

/** Links in a home lead so many folders deep to others. */
const LINKS_DEEP = 3

/** The home of a command in bin, with the folders its links lead to: Debian has settings in /etc and sources in /usr/share. */
function homeOf(found: Found, name: string): string[] {
  const home = dirname(dirname(command(found, name)))
  const folders = new Set([home])
  const walk = (folder: string, deep: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink() && existsSync(path)) {
        const target = realpathSync(path)
        if (!target.startsWith(home)) folders.add(statSync(target).isDirectory() ? target : dirname(target))
      } else if (entry.isDirectory() && deep > 1) walk(path, deep - 1)
    }
  }
  walk(home, LINKS_DEEP)
  return [...folders]
}

export const TOOLCHAINS: readonly Toolchain[] = [
  {
    id: 'c',
    tool: 'gcc',
    debian: 'gcc libc6-dev',
    commands: ['gcc'],
    version: ['-dumpfullversion'],
    versionIn: /^([\d.]+)/,
    fileName: named('main.c'),
    compile: (file, found) => [
      command(found, 'gcc'),
      ...['-O2', '-std=gnu17', '-w', '-o', inApp('main'), inApp(file), '-lm'],
    ],
    run: () => [inApp('main')],
    stackBytes: DEEP_STACK,
  },
  {
    id: 'cpp',
    tool: 'g++',
    debian: 'g++',
    commands: ['g++'],
    version: ['-dumpfullversion'],
    versionIn: /^([\d.]+)/,
    fileName: named('main.cpp'),
    compile: (file, found) => [
      command(found, 'g++'),
      ...['-O2', '-std=gnu++20', '-w', '-o', inApp('main'), inApp(file)],
    ],
    run: () => [inApp('main')],
    stackBytes: DEEP_STACK,
  },
  {
    id: 'java',
    tool: 'openjdk',
    debian: 'default-jdk-headless',
    commands: ['javac', 'java'],
    version: ['-version'],
    versionIn: /javac ([\d.]+)/,
    fileName: (source) => `${javaClass(source)}.java`,
    compile: (file, found) => [
      command(found, 'javac'),
      ...['-J-XX:+UseSerialGC', '-J-XX:TieredStopAtLevel=1', '-J-Xmx384m', '-J-XX:-UsePerfData'],
      ...['-encoding', 'UTF-8', '-nowarn', '-d', APP, inApp(file)],
    ],
    run: (file, found, memoryBytes) => [
      command(found, 'java'),
      ...javaArguments(memoryBytes),
      ...['-cp', APP, file.slice(0, -'.java'.length)],
    ],
    needs: (found) => homeOf(found, 'java'),
    ownBytes: 256 * MiB,
    isRoomy: true,
    processes: 128,
    start: 'public class Main { public static void main(String[] a) {} }',
  },
  {
    id: 'kotlin',
    tool: 'kotlinc',
    debian: 'kotlin default-jre-headless',
    commands: ['kotlinc', 'java'],
    version: ['-version'],
    versionIn: /kotlinc-jvm ([\d.]+)/,
    fileName: named('Main.kt'),
    compile: (file, found) => [
      command(found, 'kotlinc'),
      ...['-nowarn', '-no-reflect', '-d', APP, inApp(file)],
    ],
    run: (_file, found, memoryBytes) => [
      command(found, 'java'),
      ...javaArguments(memoryBytes),
      ...['-cp', `${APP}:${kotlinLibrary(found)}`, 'MainKt'],
    ],
    needs: (found) => [...homeOf(found, 'java'), ...homeOf(found, 'kotlinc')],
    environment: {
      JAVA_OPTS: '-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xshare:auto',
    },
    ownBytes: 256 * MiB,
    isRoomy: true,
    processes: 128,
    start: 'fun main() {}',
  },
  {
    id: 'csharp',
    tool: 'mono',
    debian: 'mono-mcs mono-runtime',
    commands: ['mcs', 'mono'],
    version: ['--version'],
    versionIn: /version ([\d.]+)/,
    fileName: named('main.cs'),
    compile: (file, found) => [
      command(found, 'mcs'),
      ...['-optimize+', '-warn:0', `-out:${inApp('main.exe')}`, inApp(file)],
    ],
    run: (_file, found) => [command(found, 'mono'), inApp('main.exe')],
    needs: () => ['/etc/mono'],
    // It warns on standard output that it may not set priorities.
    environment: { MONO_LOG_DEST: '/dev/null' },
    ownBytes: 64 * MiB,
    isRoomy: true,
    processes: 128,
    start: 'class Program { static void Main() { } }',
  },
  {
    id: 'go',
    tool: 'go',
    debian: 'golang',
    commands: ['go'],
    version: ['version'],
    versionIn: /go([\d.]+)/,
    fileName: named('main.go'),
    compile: (file, found) => [command(found, 'go'), 'build', '-o', inApp('main'), inApp(file)],
    run: () => [inApp('main')],
    needs: (found) => homeOf(found, 'go'),
    cache: GO_CACHE,
    environment: { GOCACHE: '/box/go', GO111MODULE: 'off', GOTELEMETRY: 'off', CGO_ENABLED: '0' },
    ownBytes: 32 * MiB,
    processes: 128,
  },
  {
    id: 'rust',
    tool: 'rustc',
    debian: 'rustc',
    commands: ['rustc'],
    version: ['--version'],
    versionIn: /rustc ([\d.]+)/,
    fileName: named('main.rs'),
    compile: (file, found) => [
      command(found, 'rustc'),
      ...['-O', '--edition', '2021', '-A', 'warnings', '-o', inApp('main'), inApp(file)],
    ],
    run: () => [inApp('main')],
    stackBytes: DEEP_STACK,
  },
  {
    id: 'python',
    tool: 'cpython',
    debian: 'python3',
    commands: ['python3'],
    version: ['--version'],
    versionIn: /Python ([\d.]+)/,
    fileName: named('main.py'),
    run: (file, found) => [command(found, 'python3'), '-B', '-X', 'utf8', inApp(file)],
    stackBytes: DEEP_STACK,
  },
  {
    id: 'javascript',
    tool: 'node',
    debian: 'nodejs',
    commands: ['node'],
    version: ['--version'],
    versionIn: /v([\d.]+)/,
    fileName: named('main.js'),
    run: (file, found, memoryBytes) => [...node(found, memoryBytes), inApp(file)],
    needs: (found) => [found.node ?? ''],
    ownBytes: 128 * MiB,
    stackBytes: 8 * MiB,
  },
  {
    id: 'typescript',
    tool: 'node',
    debian: 'nodejs',
    commands: ['node'],
    version: ['--version'],
    versionIn: /v([\d.]+)/,
    language: ENGINES.typescript.version,
    fileName: named('main.ts'),
    compile: (file, found) => [
      command(found, 'node'),
      ...['--stack-size=3900', '-e', STRIP, '--'],
      ...[join(PACKAGED, 'wasm.js'), inApp(file), inApp('main.js')],
    ],
    run: (_file, found, memoryBytes) => [
      ...node(found, memoryBytes),
      '--enable-source-maps',
      inApp('main.js'),
    ],
    explain: explainRefusal,
    packaged: ['@swc/wasm-typescript/wasm.js'],
    needs: (found) => [found.node ?? ''],
    ownBytes: 128 * MiB,
    stackBytes: 8 * MiB,
  },
  {
    id: 'bash',
    tool: 'bash',
    debian: 'bash',
    commands: ['bash'],
    version: ['--version'],
    versionIn: /version ([\d.]+)/,
    fileName: named('main.sh'),
    run: (file, found) => [command(found, 'bash'), inApp(file)],
  },
  {
    id: 'ruby',
    tool: 'ruby',
    debian: 'ruby',
    commands: ['ruby'],
    version: ['--version'],
    versionIn: /ruby ([\d.]+)/,
    fileName: named('main.rb'),
    run: (file, found) => [command(found, 'ruby'), inApp(file)],
    isUnreadable: (stderr) => /^\/app\/main\.rb:(?:\d+:)? .*syntax error/m.test(stderr),
    needs: () => ['/usr/share/ruby', '/usr/share/rubygems-integration', '/var/lib/gems'],
    stackBytes: 64 * MiB,
  },
  {
    id: 'php',
    tool: 'php',
    debian: 'php-cli',
    commands: ['php'],
    version: ['--version'],
    versionIn: /PHP ([\d.]+)/,
    fileName: named('main.php'),
    run: (file, found, memoryBytes) => [
      command(found, 'php'),
      ...['-n', '-d', `memory_limit=${megabytes(memoryBytes)}M`, '-d', 'display_errors=stderr'],
      inApp(file),
    ],
    isUnreadable: (stderr) => /^(?:PHP )?Parse error: .* in \/app\/main\.php on line/m.test(stderr),
    stackBytes: 64 * MiB,
  },
  {
    id: 'lua',
    tool: 'lua',
    debian: 'lua5.4',
    commands: ['lua5.4'],
    version: ['-v'],
    versionIn: /Lua ([\d.]+)/,
    fileName: named('main.lua'),
    run: (file, found) => [command(found, 'lua5.4'), inApp(file)],
    // One that began ends with a trace, or with an object that is no text.
    isUnreadable: (stderr) => /^\S*lua\S*: \/app\/main\.lua:\d+: [^\n]*\n*$/.test(stderr),
    stackBytes: 64 * MiB,
  },
]
