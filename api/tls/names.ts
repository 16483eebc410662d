import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'

/** The names and addresses by which people may call this server. */
export interface CertifiedNames {
  /** Those of the settings: a certificate without one of them would be none. */
  asked: string[]
  /** Those that the machine has at this moment. */
  found: string[]
}

const ANY = new Set(['0.0.0.0', '::'])
const hostName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

/**
 * Link-local addresses need a zone behind them, which no address bar takes. Global ones of IPv6 change by themselves within
 * days, and nobody types them.
 */
const isCallable = (address: string): boolean => isIP(address) === 4 || /^f[cd]/i.test(address)

/** @returns each name once, lower-case */
export function certifiedNames(
  config: Pick<Config, 'host' | 'publicUrl' | 'ownAuthority'>,
  machine = { name: hostname(), interfaces: networkInterfaces() },
): CertifiedNames {
  const publicHost =
    config.publicUrl === null ? [] : [new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '')]
  const own = ANY.has(config.host) ? [] : [config.host]
  const asked = [...(config.ownAuthority?.names ?? []), ...publicHost, ...own]
  const name = machine.name.toLowerCase()
  const names = hostName.test(name) && isIP(name) === 0 ? [name, `${name.split('.')[0]}.local`] : []
  const addresses = Object.values(machine.interfaces)
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && isCallable(address))
    .map(({ address }) => address)
  const found = ['localhost', '127.0.0.1', '::1', ...names, ...addresses]
  return { asked: unique(asked), found: unique(found) }
}

const unique = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.toLowerCase()))]
