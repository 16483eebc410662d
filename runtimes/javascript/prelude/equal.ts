/** Prelude part, loaded on demand: whether two values are alike in all they contain, and the module assert. */
export const EQUAL_PART = String.raw`(({ inspect: show }) => {
const inspect = (value) => show(value, { compact: false, sorted: true, depth: 1000, maxArrayLength: null })
const kindOf = (value) => Object.prototype.toString.call(value)
const keysOf = (value) => [
  ...Object.keys(value),
  ...Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key)),
]
const isObject = (value) => typeof value === 'object' && value !== null
const same = (a, b, strict, seen = []) => {
  if (!isObject(a) || !isObject(b)) {
    if (strict || typeof a === 'function' || typeof b === 'function') return Object.is(a, b)
    return isObject(a) || isObject(b) ? false : a == b || (a !== a && b !== b)
  }
  if (a === b) return true
  if (kindOf(a) !== kindOf(b) || Array.isArray(a) !== Array.isArray(b)) return false
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date && !Object.is(a.getTime(), b.getTime())) return false
  if (a instanceof RegExp && (String(a) !== String(b) || a.lastIndex !== b.lastIndex)) return false
  if (a instanceof Error && (a.message !== b.message || a.name !== b.name)) return false
  if ((a instanceof Number || a instanceof String || a instanceof Boolean) && !Object.is(a.valueOf(), b.valueOf())) return false
  if (a instanceof WeakMap || a instanceof WeakSet || a instanceof Promise) return false
  if (a instanceof ArrayBuffer) return same(new Uint8Array(a), new Uint8Array(b), strict)
  if (seen.some(([x, y]) => x === a && y === b)) return true
  const path = [...seen, [a, b]]
  if (Array.isArray(a) && a.length !== b.length) return false
  if (a instanceof Map && !sameEntries(a, b, strict, path)) return false
  if (a instanceof Set && !sameItems([...a], [...b], strict, path)) return false
  const keys = keysOf(a)
  if (keys.length !== keysOf(b).length) return false
  return keys.every((key) => Object.prototype.propertyIsEnumerable.call(b, key) && same(a[key], b[key], strict, path))
}
const sameItems = (a, b, strict, path) => {
  if (a.length !== b.length) return false
  const left = new Set(b)
  return a.every((item) => {
    if (left.delete(item)) return true
    for (const other of left) if (same(item, other, strict, path)) return left.delete(other)
    return false
  })
}
const sameEntries = (a, b, strict, path) => {
  if (a.size !== b.size) return false
  const rest = []
  for (const [key, value] of a) {
    if (!b.has(key)) rest.push([key, value])
    else if (!same(value, b.get(key), strict, path)) return false
  }
  return rest.length === 0 || sameItems(rest, [...b].filter(([key]) => !a.has(key)), strict, path)
}
class AssertionError extends Error {
  constructor({ message, actual, expected, operator, generatedMessage }) {
    super(message)
    Object.assign(this, { generatedMessage: Boolean(generatedMessage), code: 'ERR_ASSERTION', actual, expected, operator })
    Object.defineProperty(this, 'name', { value: 'AssertionError', writable: true, configurable: true })
  }
}
const fails = (message, generated, actual, expected, operator) => {
  if (message instanceof Error) throw message
  throw new AssertionError({ message: message === undefined ? generated : message, generatedMessage: message === undefined, actual, expected, operator })
}
const both = (head, sign) => (a, b) => {
  const [left, right] = [inspect(a), inspect(b)]
  return sign !== undefined && !isObject(a) && !isObject(b) && (left + right).length < 60
    ? head + '\n\n' + left + ' ' + sign + ' ' + right + '\n'
    : head + '\n' + difference(left, right)
}
/** The lines that only one of two texts has, each with its sign. */
const difference = (actual, expected) => {
  const mine = actual.split('\n')
  const yours = expected.split('\n')
  const made = []
  while (mine.length > 0 || yours.length > 0) {
    if (mine[0] === yours[0]) { made.push('  ' + mine.shift()); yours.shift() }
    else if (mine.length > 0 && !yours.includes(mine[0])) made.push('+ ' + mine.shift())
    else if (yours.length > 0) made.push('- ' + yours.shift())
    else made.push('+ ' + mine.shift())
  }
  return '+ actual - expected\n\n' + made.join('\n')
}
const check = (operator, holds, words) => (actual, expected, message) => {
  if (!holds(actual, expected)) fails(message, words(actual, expected), actual, expected, operator)
}
const ok = (...given) => {
  if (given[0]) return
  const usual = given.length === 0 ? 'No value argument passed to \x60assert.ok()\x60' : 'The expression evaluated to a falsy value'
  fails(given[1], usual, given[0], true, '==')
}
/** Whether an error is as expected: a class, a pattern, a function that says so, or an object with its parts. */
const expects = (error, expected, message) => {
  if (expected === undefined || typeof expected === 'string') return
  if (expected instanceof RegExp) {
    if (!expected.test(String(error))) fails(message, 'The input did not match the regular expression ' + inspect(expected) + '. Input:\n\n' + inspect(String(error)) + '\n', error, expected, 'throws')
  } else if (typeof expected === 'function') {
    if (expected.prototype !== undefined && error instanceof expected) return
    if (expected.prototype instanceof Error || expected === Error) fails(message, 'The error is expected to be an instance of "' + expected.name + '". Received "' + ((error && error.constructor && error.constructor.name) || error) + '"' + (error instanceof Error ? '\n\nError message:\n\n' + error.message : ''), error, expected, 'throws')
    if (expected.call({}, error) !== true) fails(message, 'The ' + inspect(expected) + ' validation function is expected to return "true". Received ' + inspect(expected.call({}, error)), error, expected, 'throws')
  } else {
    for (const key of new Set([...Object.keys(expected), ...(expected instanceof Error ? ['name', 'message'] : [])])) {
      const fits = expected[key] instanceof RegExp && typeof error[key] === 'string' ? expected[key].test(error[key]) : same(error[key], expected[key], true)
      if (!fits) fails(message, both('Expected values to be strictly deep-equal:')(error, expected), error, expected, 'throws')
    }
  }
}
const missing = (what, expected, message) => {
  const text = typeof expected === 'string' ? expected : message
  const name = typeof expected === 'function' && expected.name ? ' (' + expected.name + ')' : ''
  fails(undefined, 'Missing expected ' + what + name + (text ? ': ' + text : '.'), undefined, expected, what === 'rejection' ? 'rejects' : 'throws')
}
const started = (run) => typeof run === 'function' ? run() : run
const loose = 'Expected values to be loosely deep-equal:'
const notLoose = (a, b) => a != b && (a === a || b === b)
const make = (strict) => {
  const assert = (...given) => ok(...given)
  const equal = check('==', (a, b) => !notLoose(a, b), (a, b) => inspect(a) + ' == ' + inspect(b))
  const strictEqual = check('strictEqual', Object.is, both('Expected values to be strictly equal:', '!=='))
  const notStrictEqual = check('notStrictEqual', (a, b) => !Object.is(a, b), (a) => 'Expected "actual" to be strictly unequal to:' + (isObject(a) ? '\n\n' : ' ') + inspect(a) + (isObject(a) ? '\n' : ''))
  const deepStrictEqual = check('deepStrictEqual', (a, b) => same(a, b, true), both('Expected values to be strictly deep-equal:', '!=='))
  const notDeepStrictEqual = check('notDeepStrictEqual', (a, b) => !same(a, b, true), (a) => 'Expected "actual" not to be strictly deep-equal to:' + (isObject(a) ? '\n\n' : ' ') + inspect(a) + (isObject(a) ? '\n' : ''))
  Object.assign(assert, {
    ok, AssertionError, strictEqual, notStrictEqual, deepStrictEqual, notDeepStrictEqual,
    equal: strict ? strictEqual : equal,
    notEqual: strict ? notStrictEqual : check('!=', notLoose, (a, b) => inspect(a) + ' != ' + inspect(b)),
    deepEqual: strict ? deepStrictEqual : check('deepEqual', (a, b) => same(a, b, false), (a, b) => loose + '\n\n' + inspect(a) + '\n\nshould loosely deep-equal\n\n' + inspect(b)),
    notDeepEqual: strict ? notDeepStrictEqual : check('notDeepEqual', (a, b) => !same(a, b, false), (a) => 'Expected "actual" not to be loosely deep-equal to:\n\n' + inspect(a)),
    fail(message) { fails(message, 'Failed', undefined, undefined, 'fail') },
    match: check('match', (text, pattern) => typeof text === 'string' && pattern.test(text), (text, pattern) => 'The input did not match the regular expression ' + inspect(pattern) + '. Input:\n\n' + inspect(text) + '\n'),
    doesNotMatch: check('doesNotMatch', (text, pattern) => !pattern.test(text), (text, pattern) => 'The input was expected to not match the regular expression ' + inspect(pattern) + '. Input:\n\n' + inspect(text) + '\n'),
    throws(run, expected, message) {
      let error
      try { run() } catch (thrown) { error = { thrown } }
      if (error === undefined) missing('exception', expected, message)
      expects(error.thrown, expected, message)
    },
    doesNotThrow(run, ...more) {
      try { run() } catch (error) { fails(more.find((one) => typeof one === 'string'), 'Got unwanted exception.\nActual message: "' + (error && error.message) + '"', error, undefined, 'doesNotThrow') }
    },
    async rejects(run, expected, message) {
      let error
      try { await started(run) } catch (thrown) { error = { thrown } }
      if (error === undefined) missing('rejection', expected, message)
      expects(error.thrown, expected, message)
    },
    async doesNotReject(run) {
      try { await started(run) } catch (error) { fails(undefined, 'Got unwanted rejection.\nActual message: "' + (error && error.message) + '"', error, undefined, 'doesNotReject') }
    },
    ifError(value) { if (value !== null && value !== undefined) fails(undefined, 'ifError got unwanted exception: ' + (value instanceof Error ? value.message : inspect(value)), value, null, 'ifError') },
  })
  return assert
}
const assert = make(false)
assert.strict = make(true)
assert.strict.strict = assert.strict
return { assert, same }
})`
