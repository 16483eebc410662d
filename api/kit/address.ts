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

/** The address of an app called in process, which has none. */
export const NO_ADDRESS = 'unknown'

/**
 * The address that limits go by: the caller's own, or its network for IPv6, because a caller who has one address there
 * has 2⁶⁴. X-Forwarded-For is believed only from proxies the operator named.
 */
export function callerAddress(config: Config, incoming: IncomingMessage | undefined): string {
  return networkOf(callerOf(config, incoming))
}

/** The first 64 bits of an IPv6 address; any other as it is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [before = '', after] = address.toLowerCase().replace(/%.*/, '').split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const missing = after === undefined ? 0 : 8 - head.length - tail.length - (address.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The other end of the connection itself: a caller, or the proxy before it. */
export const peerOf = (incoming: IncomingMessage | undefined): string =>
  incoming?.socket?.remoteAddress?.replace(/^::ffff:/, '') ?? NO_ADDRESS

/** Whether the other end of the connection is a proxy the operator named. */
export function isFromProxy(config: Config, incoming: IncomingMessage): boolean {
  const peer = peerOf(incoming)
  return isIP(peer) !== 0 && trusted(config).check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the other end of the connection is on this machine, by the addresses no network carries. */
export const isFromLoopback = (incoming: IncomingMessage): boolean =>
  /^(127\.\d+\.\d+\.\d+|::1)$/.test(peerOf(incoming))

function callerOf(config: Config, incoming: IncomingMessage | undefined): string {
  const peer = peerOf(incoming)
  if (!incoming || !isFromProxy(config, incoming)) return peer
  const list = trusted(config)
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '').split(',')
  let nearest = peer
  // Each proxy adds the address it was called from at the end. The entries before one that cannot be read, or before a
  // stranger's, are that caller's own words.
  for (const entry of forwarded.reverse()) {
    const address = withoutPort(entry.trim())
    if (isIP(address) === 0) return nearest
    nearest = address
    if (!list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return address
  }
  return nearest
}

/** Some proxies write the port behind the address, and brackets round one of IPv6. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1]
  return bracketed ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
}

/** The same for a call of the framework. */
export const clientAddress = (config: Config, c: HonoContext): string =>
  callerAddress(config, (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined)
