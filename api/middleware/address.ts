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

/** The caller's address; X-Forwarded-For is believed only from proxies the operator named. */
export function clientAddress(config: Config, c: HonoContext): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket
  const peer = socket?.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown'
  if (isIP(peer) === 0) return peer
  const list = trusted(config)
  if (!list.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return peer
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((s) => s.trim())
  return forwarded.findLast((a) => isIP(a) !== 0 && !list.check(a, isIP(a) === 6 ? 'ipv6' : 'ipv4')) ?? peer
}
