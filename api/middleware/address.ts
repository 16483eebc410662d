import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Config } from '../config.ts'

const lists = new WeakMap<Config, BlockList>()

function trusted(config: Config): BlockList {
  let list = lists.get(config)
  if (!list) {
    list = new BlockList()
    for (const entry of config.trustedProxies) {
      const [address = '', prefix] = entry.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (isIP(address) === 0) continue
      if (prefix === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(prefix), family)
    }
    lists.set(config, list)
  }
  return list
}

/** What an app called in process has for an address. */
export const NO_ADDRESS = 'unknown'

/** The caller's address; X-Forwarded-For is believed only from proxies the operator named. */
export function addressOf(config: Config, incoming: IncomingMessage | undefined): string {
  const peer = incoming?.socket?.remoteAddress?.replace(/^::ffff:/, '') ?? NO_ADDRESS
  if (!incoming || isIP(peer) === 0) return peer
  const list = trusted(config)
  if (!list.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return peer
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((s) => s.trim())
  return forwarded.findLast((a) => isIP(a) !== 0 && !list.check(a, isIP(a) === 6 ? 'ipv6' : 'ipv4')) ?? peer
}

/** The same for a call of the framework. */
export const clientAddress = (config: Config, c: HonoContext): string =>
  addressOf(config, (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined)
