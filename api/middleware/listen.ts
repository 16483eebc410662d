import type { Server } from 'node:http'
import type { Config } from '../config.ts'

/**
 * Has a server listen where the settings say.
 * @param setting the name of the one that gives the port
 * @returns the port it got
 * @throws Error in words where the address cannot be used
 */
export function listen(
  http: Server,
  config: Pick<Config, 'host' | 'port'>,
  setting = 'PORT',
): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const words =
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} is in use. Stop the other program or set ${setting}.`
          : `Cannot listen on ${config.host}:${config.port}: ${error.message}`
      reject(new Error(words))
    })
    http.listen(config.port, config.host, () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : config.port)
    })
  })
}
