import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { certificate, certificateKey } from '../../factories/certificates.ts'
import { freePort, waitFor } from '../../factories/index.ts'

/** Real proxies on the files of deploy/, with the names, ports and paths of a test. */

const deploy = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')

export interface RunningProxy {
  base: string
  port: number
  /** PEM of the authority that its certificate is of. */
  ca: string
  close(): Promise<void>
}

export const proxies = {
  nginx: { isThere: spawnSync('nginx', ['-v']).status === 0, start: startNginx },
  caddy: { isThere: spawnSync('caddy', ['version']).status === 0, start: startCaddy },
}

/** Changes of a file's text; each has to find its place. */
export type Changes = readonly (readonly [from: string, to: string])[]

function changed(text: string, changes: Changes): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The file says nowhere: ${from}`)
    return now.replaceAll(from, to)
  }, text)
}

/** @param upstream the port of the server behind it */
async function startNginx(upstream: number, port: number, changes: Changes = []): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-nginx-'))
  const path = (name: string): string => join(folder, name)
  const plain = await freePort()
  const site = changed(deploy('nginx.conf'), [
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['\tlisten [::]:80;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['\tlisten [::]:443 ssl http2;\n', ''],
    ['tests.example.org;', 'localhost;'],
    ['/etc/letsencrypt/live/tests.example.org/fullchain.pem', path('own.crt')],
    ['/etc/letsencrypt/live/tests.example.org/privkey.pem', path('own.key')],
    ...changes,
  ])
  writeFileSync(path('own.crt'), certificate)
  writeFileSync(path('own.key'), certificateKey)
  writeFileSync(path('site.conf'), site)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path(name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    path('nginx.conf'),
    `${user} worker_processes 1; daemon off; pid ${path('pid')}; error_log ${path('error.log')}; events {} http { access_log off; ${kept.join(' ')} include ${path('site.conf')}; }`,
  )
  const close = await started('nginx', ['-p', folder, '-c', path('nginx.conf'), '-e', path('error.log')], {
    folder,
    port,
  })
  return { base: `https://localhost:${port}`, port, ca: certificate, close }
}

async function startCaddy(upstream: number, port: number, changes: Changes = []): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-caddy-'))
  const storage = join(folder, 'storage')
  mkdirSync(storage)
  const plain = await freePort()
  const global = `{
	admin off
	auto_https disable_redirects
	http_port ${plain}
	storage file_system ${storage}
}
`
  const file = join(folder, 'Caddyfile')
  const [crt, key] = [join(folder, 'own.crt'), join(folder, 'own.key')]
  writeFileSync(crt, certificate)
  writeFileSync(key, certificateKey)
  // For localhost no authority gives Caddy a certificate.
  const own: Changes = [['{$HOLDFAST_NAME} {', `{$HOLDFAST_NAME} {\n\ttls ${crt} ${key}`]]
  writeFileSync(file, global + changed(deploy('Caddyfile'), [...own, ...changes]))
  const close = await started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    folder,
    port,
    env: { HOLDFAST_NAME: `localhost:${port}`, HOLDFAST_UPSTREAM: `127.0.0.1:${upstream}` },
  })
  return { base: `https://localhost:${port}`, port, ca: certificate, close }
}

async function started(
  command: string,
  args: string[],
  { folder, port, env }: { folder: string; port: number; env?: Record<string, string> },
): Promise<() => Promise<void>> {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, HOME: folder, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
  const reap = (): boolean => child.kill('SIGKILL')
  process.once('exit', reap)
  let isOver = false
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isOver = true
      resolve()
    }),
  )
  await waitFor(`${command} to listen`, async () => {
    if (isOver) throw new Error(`${command} ended:\n${said}`)
    return answers(port)
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', reap)
    rmSync(folder, { recursive: true, force: true })
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Fetches through a proxy, whose authority no other program trusts. @param from the address of the caller */
export async function fetchThrough(
  { base, ca }: RunningProxy,
  path: string,
  { from = '127.0.0.1', ...init }: RequestInit & { from?: string } = {},
): Promise<Response> {
  const asked = new Request(base + path, init)
  const body = Buffer.from(await asked.arrayBuffer())
  const headers = {
    ...Object.fromEntries(asked.headers),
    ...(body.length > 0 && { 'content-length': body.length }),
  }
  const how = { method: asked.method, headers, ca, agent: false, localAddress: from, family: 4 }
  return new Promise((resolve, reject) => {
    const sent = request(base + path, how, (incoming) => {
      const answer = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) answer.set(name, String(value))
      buffer(incoming).then(
        (bytes) =>
          resolve(new Response(new Uint8Array(bytes), { status: incoming.statusCode ?? 0, headers: answer })),
        reject,
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
