import { request } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Command } from './command.ts'

const PATIENCE_MS = 4_000

/** The question of a container engine or a supervisor: whether the server with these settings serves. */
export const healthCommand: Command = {
  summary: 'asks the server with these settings whether it serves',
  usage: '',
  most: 0,
  options: {},
  help: [],
  async run({ config: { host, port, tls } }) {
    const answer = await askAt(tls ? tlsRequest : request, isAny(host) ? 'localhost' : host, port)
    return { text: answer, json: { serves: answer === SERVES }, ok: answer === SERVES }
  },
}

const SERVES = 'It serves.'

/** An address to listen on that stands for all of this machine's. */
const isAny = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

function askAt(send: typeof request, host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    // The certificate is for the name by which others call the server.
    const how = { host, port, path: '/healthz', timeout: PATIENCE_MS, rejectUnauthorized: false }
    const asked = send(how, (response) => {
      response.resume()
      resolve(response.statusCode === 200 ? SERVES : `It answers with ${response.statusCode}.`)
    })
    asked.once('timeout', () => asked.destroy(new Error(`nothing came within ${PATIENCE_MS / 1000} seconds`)))
    asked.once('error', (error) => resolve(`It does not answer on ${host}:${port}: ${error.message}.`))
    asked.end()
  })
}
