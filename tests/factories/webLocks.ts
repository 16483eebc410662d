/**
 * The browser's locks (Web Locks) as far as the pages use them, at the port where `navigator.locks` stands: each tab of
 * one browser has a manager of its own, and all of them know the same locks.
 */

type Callback = (lock: { name: string } | null) => unknown
interface Options {
  ifAvailable?: boolean
  steal?: boolean
  signal?: AbortSignal
}
interface Request {
  tab: symbol
  name: string
  callback: Callback
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const aborted = (why: string): DOMException => new DOMException(why, 'AbortError')

/** A browser's tabs. `open` gives a new one its locks; `close` ends it as a closed tab ends: held and awaited locks go. */
export function browserLocks() {
  const held = new Map<string, Request>()
  const waiting: Request[] = []

  const grant = (request: Request): void => {
    held.set(request.name, request)
    const release = (end: () => void): void => {
      // A lock that was stolen meanwhile is another's.
      if (held.get(request.name) === request) {
        held.delete(request.name)
        next(request.name)
      }
      end()
    }
    Promise.resolve(request.callback({ name: request.name })).then(
      (value) => release(() => request.resolve(value)),
      (error: unknown) => release(() => request.reject(error)),
    )
  }
  const next = (name: string): void => {
    if (held.has(name)) return
    const index = waiting.findIndex((request) => request.name === name)
    const [request] = index === -1 ? [] : waiting.splice(index, 1)
    if (request) grant(request)
  }

  return {
    open() {
      const tab = Symbol('tab')
      const request = (name: string, options: Options, callback: Callback): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const asked: Request = { tab, name, callback, resolve, reject }
          if (options.steal) {
            held.get(name)?.reject(aborted('The lock was stolen'))
            grant(asked)
          } else if (!held.has(name)) grant(asked)
          else if (options.ifAvailable) Promise.resolve(callback(null)).then(resolve, reject)
          else {
            waiting.push(asked)
            options.signal?.addEventListener('abort', () => {
              const index = waiting.indexOf(asked)
              if (index === -1) return
              waiting.splice(index, 1)
              reject(aborted('The request was given up'))
            })
          }
        })
      const close = (): void => {
        for (const request of waiting.filter((one) => one.tab === tab))
          waiting.splice(waiting.indexOf(request), 1)
        for (const [name, request] of [...held])
          if (request.tab === tab) {
            held.delete(name)
            next(name)
          }
      }
      const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) })
      return { locks: { request, query }, close }
    },
    /** How many requests wait. */
    waiting: () => waiting.length,
  }
}
