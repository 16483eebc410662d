import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { waitFor } from '../factories/index.ts'

/** The one file that a server needs, made as the image makes it, and the image's own steps without a container engine. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const made = mkdtempSync(join(tmpdir(), 'holdfast-executable-'))
const executable = join(made, 'out/holdfast')

type Step = readonly [instruction: string, rest: string]

/** The steps of each stage of the image. */
const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) =>
    stage
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line): Step => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]),
  )
const stepsOf = (stage: readonly Step[] | undefined, instruction: string): string[] =>
  (stage ?? []).flatMap(([name, rest]) => (name === instruction ? [rest] : []))

beforeAll(() => {
  mkdirSync(join(made, 'out'))
  for (const command of stepsOf(stages[0], 'RUN')) {
    const done = spawnSync('sh', ['-c', command.replaceAll('/out/', `${made}/out/`)], {
      cwd: root,
      encoding: 'utf8',
    })
    if (done.status !== 0) throw new Error(done.stdout + done.stderr)
  }
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-executed-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const settings = (data: string) => ({
  HOLDFAST_DATA: data,
  // The engine that every machine has.
  HOLDFAST_ENGINES: 'wasm',
  HOST: '127.0.0.1',
  PORT: '0',
  HOLDFAST_DEMO: 'off',
})

/** Runs it where neither Node nor a package is in reach. */
const holdfast = (args: readonly string[], data: string, file = executable) =>
  spawnSync(file, args, {
    cwd: made,
    encoding: 'utf8',
    env: { PATH: '/nowhere', ...settings(data) },
  })

interface Served {
  child: ChildProcess
  base: string
  output: string
}

/** Starts a server by whatever command line, and waits until it serves. */
async function serve(command: readonly string[], env: Record<string, string>): Promise<Served> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: made, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const base = await waitFor('it to serve', () => {
    if (child.exitCode !== null) throw new Error(output)
    return /ready at (\S+)/.exec(output)?.[1]
  })
  return { child, base, output }
}

/** The directory of all tests but the image's: to unpack a program takes longer than what is tried with it. */
const data = join(made, 'data')
const programsIn = (data: string): string[] => readdirSync(join(data, 'program'))

test('serves pages and runs programs by itself, from one file beside nothing', async () => {
  const { base, output, child } = await serve([executable], {
    PATH: '/nowhere',
    ...settings(data),
    HOLDFAST_DEMO: '',
  })
  expect(output).toMatch(/Languages: JavaScript .*, Python /)
  const page = await fetch(`${base}/candidate/overview/x`)
  expect(page.status).toBe(200)
  const [script] = /\/assets\/candidate\/[\w.-]+\.js/.exec(await page.text()) ?? []
  expect((await fetch(`${base}${script}`)).status).toBe(200)
  expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({
    data: { ok: true, engine: expect.stringContaining('embedded engine') },
  })
  const port = new URL(base).port
  const asked = (at: string) =>
    spawnSync(executable, ['health'], { encoding: 'utf8', env: { ...settings(data), PORT: at } })
  expect(asked(port)).toMatchObject({ status: 0, stdout: 'It serves.\n' })
  // Nothing listens on the port of its echo.
  expect(asked('1')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('It does not answer on 127'),
  })
  // The backup is a process of its own, and takes no program along.
  const backups = folder()
  const backup = holdfast(['backup', backups, '--json'], data)
  expect(backup).toMatchObject({ status: 0 })
  const { folder: copy } = JSON.parse(backup.stdout) as { folder: string }
  expect(readdirSync(copy)).toContain('keys.json')
  expect(existsSync(join(copy, 'program'))).toBe(false)
  // Put back beside the program that runs it.
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const before = programsIn(data)
  expect(holdfast(['restore', copy, '--replace'], data)).toMatchObject({ status: 0 })
  expect(programsIn(data)).toEqual(before)
})

test('a damaged part of the unpacked program is named by verify, and unpacked again before it runs', () => {
  const [name = ''] = programsIn(data)
  const program = join(data, 'program', name)
  const manifest = JSON.parse(readFileSync(join(program, 'manifest.json'), 'utf8')) as {
    parts: { path: string }[]
  }
  expect(manifest.parts.length).toBeGreaterThan(100)
  const page = join(program, 'dist/pages/candidate.html')
  const whole = readFileSync(page)
  // The program itself as it runs from there, past the executable that would mend it.
  const verify = (node: string) =>
    spawnSync(node, [join(program, 'dist/server/main.mjs'), 'verify'], {
      encoding: 'utf8',
      env: settings(data),
    })
  const flip = (path: string, at: number, how = 1) => {
    const file = openSync(join(program, path), 'r+')
    const byte = Buffer.alloc(1)
    readSync(file, byte, 0, 1, at)
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ how]), 0, 1, at)
    closeSync(file)
  }
  flip('dist/pages/candidate.html', 200)
  const named = verify(join(program, 'node'))
  expect(named).toMatchObject({ status: 1 })
  expect(named.stdout).toContain('program: dist/pages/candidate.html is not as it was written.')
  // In its last byte, which says nothing to the system that starts it.
  flip('node', statSync(join(program, 'node')).size - 1)
  expect(verify(process.execPath).stdout).toContain('program: node is not as it was written.')
  flip('node', statSync(join(program, 'node')).size - 1)
  flip('manifest.json', 0)
  expect(verify(process.execPath).stdout).toMatch(/program: .*manifest\.json cannot be read\. Remove/)
  flip('manifest.json', 0)
  const again = holdfast(['verify'], data)
  expect(again.stdout).toContain('Everything is intact.')
  expect(readFileSync(page).equals(whole)).toBe(true)
  rmSync(join(program, 'node'))
  expect(holdfast(['verify'], data)).toMatchObject({ status: 0 })
  expect(statSync(join(program, 'node')).mode & 0o777).toBe(0o700)
})

const isLongRun = process.env.HOLDFAST_EXAMS_TIMES !== undefined
test.runIf(isLongRun)(
  'another version takes the pages of the one before along, which goes once it serves',
  async () => {
    const [name = ''] = programsIn(data)
    // A program of before, with a file that this one does not have.
    const before = join(data, 'program', '0.0.9-0123456789ab')
    const asset = 'assets/candidate/first-0f0f0f.js'
    mkdirSync(join(before, 'dist/pages/assets/candidate'), { recursive: true })
    writeFileSync(join(before, 'dist/pages', asset), 'export {}')
    rmSync(join(data, 'program', name), { recursive: true })
    const cutOff = join(data, 'program/.unpacking-abcdef')
    mkdirSync(cutOff)
    utimesSync(cutOff, 1, 1)
    const { base } = await serve([executable], { PATH: '/nowhere', ...settings(data) })
    expect(programsIn(data)).toEqual([name])
    expect(await (await fetch(`${base}/${asset}`)).text()).toBe('export {}')
  },
)

test('a folder that takes no files is told in words', () => {
  const place = folder()
  writeFileSync(join(place, 'data'), '')
  const { status, stdout, stderr } = holdfast(['serve'], join(place, 'data'))
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^\nThe program could not be unpacked into \S+\/data\/program\/\S+: .+\n\n$/)
})

const canConfine =
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt && chroot / true']).status === 0
if (!canConfine)
  console.log('the image: SKIPPED, because this machine lets this account mount nothing and change no root.')

test.skipIf(!canConfine)(
  'the image: its steps make a server without root on a system that nobody can write to, and its check sees it',
  async () => {
    const [, image] = stages
    const system = folder()
    chmodSync(system, 0o755)
    for (const one of ['proc', 'dev', 'tmp', 'etc', 'usr/local/bin', 'usr/local/lib'])
      mkdirSync(join(system, one), { recursive: true })
    const [from, to = ''] = stepsOf(image, 'COPY')[0]?.split(' ').slice(1) ?? []
    expect(from).toBe('/out/holdfast')
    copyFileSync(executable, join(system, to))
    chmodSync(join(system, to), 0o755)
    const [user = ''] = stepsOf(image, 'USER')
    expect(user).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    const env = Object.fromEntries(
      stepsOf(image, 'ENV')
        .flatMap((line) => line.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    )
    const [entry = ''] = stepsOf(image, 'ENTRYPOINT')
    const [command = ''] = stepsOf(image, 'CMD')
    const started = [...(JSON.parse(entry) as string[]), ...(JSON.parse(command) as string[])]
    // Debian's own folders, as the base image has them, for reading; then everything but the volume.
    const script = [
      'cd "$0"',
      'for one in bin lib lib32 lib64 sbin; do',
      '  if [ -L "/$one" ]; then cp -P "/$one" .; elif [ -d "/$one" ]; then mkdir -p "$one"; mount --rbind -o ro "/$one" "$one"; fi',
      'done',
      'for one in /usr/bin /usr/lib /usr/sbin /usr/share /usr/lib64; do',
      '  [ -d "$one" ] && mkdir -p ".$one" && mount --rbind "$one" ".$one"',
      'done',
      'mount --rbind /proc proc; mount --rbind /dev dev',
      ...stepsOf(image, 'RUN').map((run) => `chroot . ${run}`),
      'mount --rbind . "$0"; cd "$0"; mount -o remount,bind,ro .',
      ...stepsOf(image, 'VOLUME')
        .flatMap((line) => line.split(' '))
        .map(
          (volume) =>
            `mount -t tmpfs -o mode=700,uid=${user.split(':')[0]},gid=${user.split(':')[1]} none .${volume}`,
        ),
      'exec chroot --userspec="$1" . /usr/bin/env -i "$2" "$3" "$4" "$5" sh -c \'id -u; touch /usr/local/bin/x 2>&1; exec "$@"\' - "$6" "$7"',
    ].join('\n')
    const run = { ...env, HOST: '127.0.0.1', PORT: '0', PATH: '/usr/bin:/bin' }
    const vars = Object.entries(run).map(([name, value]) => `${name}=${value}`)
    const { child, base, output } = await serve(
      ['unshare', '-m', '--propagation', 'private', 'sh', '-c', script, system, user, ...vars, ...started],
      { PATH: process.env.PATH ?? '' },
    )
    expect(output).toMatch(/^10001\ntouch: .*Read-only file system\n/)
    expect(output).toContain('Data: /data')
    const ready = await fetch(`${base}/readyz`)
    expect(await ready.json()).toMatchObject({
      data: { ok: true, engine: expect.stringContaining('no boxes') },
    })
    const [check = ''] = stepsOf(image, 'HEALTHCHECK')
    const asked = JSON.parse(check.slice(check.indexOf('['))) as string[]
    const inside = ['nsenter', '-t', String(child.pid), '-m', '-r']
    const healthy = (port: string) =>
      spawnSync(inside[0] ?? '', [...inside.slice(1), 'env', '-i', ...vars, `PORT=${port}`, ...asked], {
        encoding: 'utf8',
      })
    expect(healthy(new URL(base).port)).toMatchObject({ status: 0, stdout: 'It serves.\n' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const [signal] = ['SIGTERM'] as const
    child.kill(signal)
    expect(await ended).toBe(0)
  },
)

test('the units and the compose files say what the program understands', () => {
  const place = folder()
  for (const name of ['holdfast.service', 'holdfast-engine.service']) {
    const unit = readFileSync(join(root, 'deploy', name), 'utf8')
    // The program stands where the unit looks for it, as far as the check of it can tell.
    const copy = join(place, name)
    writeFileSync(copy, unit.replaceAll('/usr/local/bin/holdfast', executable))
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' })
    if (checked.error) console.log(`${name}: not verified, because systemd is not there.`)
    else expect(checked.stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
  }
  const documented = readFileSync(join(root, 'docs/operator/settings.md'), 'utf8')
  for (const name of ['compose.yaml', 'compose.piston.yaml']) {
    const { services } = parse(readFileSync(join(root, 'deploy', name), 'utf8')) as {
      services: { holdfast: { environment: Record<string, string> } }
    }
    for (const setting of Object.keys(services.holdfast.environment))
      expect(documented).toContain(`| \`${setting}\` |`)
  }
})
