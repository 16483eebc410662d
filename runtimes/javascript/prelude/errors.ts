/** Prelude part: errors as programs know them. */
export const ERRORS_PRELUDE = String.raw`
/** A stack that is full is a RangeError elsewhere, and an error of its own kind here. */
Object.setPrototypeOf(InternalError.prototype, RangeError.prototype)
delete InternalError.prototype.name
delete InternalError.prototype.constructor
delete globalThis.InternalError
Error.stackTraceLimit = 10
Object.defineProperty(Error, 'captureStackTrace', {
  value: (target) => {
    const { stack } = new Error()
    Object.defineProperty(target, 'stack', { value: String(stack).split('\n').slice(1).join('\n'), writable: true, configurable: true })
  },
  writable: true, configurable: true,
})
`
