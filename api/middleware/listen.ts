import type { Server } from 'node:http'
import type { Config } from '../config.ts'

/**
 * Has a server listen where the settings say.
 * @returns the port it got
 * @throws Error in words where the address cannot be used
 */
export function listen(http: Server, config: Pick<Config, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const words =
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} is in use. Stop the other program or set PORT.`
          : `Cannot listen on ${config.host}:${config.port}: ${error.message}`
      reject(new Error(words))
    })
    http.listen(config.port, config.host, () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : config.port)
    })
  })
}
