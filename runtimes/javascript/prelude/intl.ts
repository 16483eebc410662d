/** Prelude part: what a program asks of a language. English alone is there; each subject is loaded on demand. */
export const INTL_PRELUDE = `
const localeOf = (locales) => {
  const [first = 'en-US'] = locales === undefined ? [] : [].concat(locales)
  if (typeof first !== 'string') throw new TypeError('Incorrect locale information provided')
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(first)) throw new RangeError('Incorrect locale information provided: ' + first)
  if (!/^en(?:-|$)/.test(first)) throw new RangeError('Locales other than English are not there on this engine: ' + first)
  return first === 'en' ? 'en-US' : first
}
const missingIntl = (name) => function () { throw new TypeError('Intl.' + name + ' is not there on this engine') }
/** A class of a part, callable without new as those of Intl are. */
const callable = (made) => new Proxy(made, { apply: (target, self, values) => new target(...values) })
const lazily = (target, name, make) => Object.defineProperty(target, name, {
  configurable: true,
  get() { const value = make(); Object.defineProperty(target, name, { value, writable: true, configurable: true }); return value },
  set(value) { Object.defineProperty(target, name, { value, writable: true, configurable: true }) },
})
const Intl = { getCanonicalLocales: (locales) => [].concat(locales ?? []), supportedValuesOf: () => [] }
for (const name of ['NumberFormat', 'PluralRules', 'ListFormat']) lazily(Intl, name, () => callable(part('numbers')[name]))
lazily(Intl, 'DateTimeFormat', () => callable(part('dates').DateTimeFormat))
lazily(Intl, 'Collator', () => callable(part('words').Collator))
for (const name of ['RelativeTimeFormat', 'DisplayNames', 'Segmenter', 'DurationFormat', 'Locale']) Intl[name] = missingIntl(name)
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true })
const replaceMethods = (target, methods) => {
  for (const name of Object.keys(methods)) Object.defineProperty(target, name, { value: methods[name], writable: true, configurable: true })
}
const localNumber = { toLocaleString(locales, options) { return new (part('numbers').NumberFormat)(locales, options).format(this.valueOf()) } }
replaceMethods(Number.prototype, localNumber)
replaceMethods(BigInt.prototype, localNumber)
replaceMethods(String.prototype, { localeCompare(other, locales, options) { return part('words').compareText(String(this), String(other), locales, options) } })
replaceMethods(Date.prototype, {
  toLocaleString(locales, options) { return part('dates').toLocaleString(this, locales, options) },
  toLocaleDateString(locales, options) { return part('dates').toLocaleDateString(this, locales, options) },
  toLocaleTimeString(locales, options) { return part('dates').toLocaleTimeString(this, locales, options) },
})
`
