/** Prelude part, loaded on demand: numbers, lists and plurals as English writes them. */
export const NUMBERS_PART = String.raw`(({ localeOf }) => {
const SIGNS = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$', VND: '₫' }
const HOME = { 'en-CA': 'CAD', 'en-AU': 'AUD', 'en-NZ': 'NZD' }
const NO_CENTS = ['JPY', 'KRW', 'VND']
const SHORT = [[1e12, 'T', ' trillion'], [1e9, 'B', ' billion'], [1e6, 'M', ' million'], [1e3, 'K', ' thousand']]
/** The digits of a number and where its point stands: the shortest ones that tell it from others. */
const digitsOf = (value) => {
  const [, whole, part = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value))
  const all = whole + part
  const lead = /^0*/.exec(all)[0].length
  return { digits: all.slice(lead) || '0', point: all.slice(lead) === '' ? 1 : whole.length + Number(power) - lead }
}
/** Rounds to so many digits behind the point, a half away from zero. */
const rounded = ({ digits, point }, places) => {
  const keep = point + places
  if (keep >= digits.length) return { digits, point }
  if (keep < 0) return { digits: '0', point: 1 }
  if (digits[keep] < '5') return keep === 0 ? { digits: '0', point: 1 } : { digits: digits.slice(0, keep), point }
  const raised = String(BigInt('1' + digits.slice(0, keep)) + 1n)
  return raised[0] === '1' ? { digits: raised.slice(1), point } : { digits: '1' + raised.slice(1), point: point + 1 }
}
const written = ({ digits, point }, least) => {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const part = (point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits).replace(/0+$/, '')
  return { whole, part: part.padEnd(least, '0') }
}
const grouped = (whole, indian) => indian
  ? whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
  : whole.replace(/\B(?=(\d{3})+$)/g, ',')
const range = (name, value, low, high) => {
  if (value === undefined) return undefined
  if (!(Number(value) >= low && Number(value) <= high)) throw new RangeError(name + ' value is out of range.')
  return Math.floor(Number(value))
}
class NumberFormat {
  #options
  #places
  constructor(locales, options = {}) {
    const { style = 'decimal', currency, notation = 'standard' } = options
    const locale = localeOf(locales)
    if (!['decimal', 'percent', 'currency', 'unit'].includes(style)) throw new RangeError('Value ' + style + ' out of range for Intl.NumberFormat options property style')
    if (style === 'unit') throw new RangeError('Units are not there on this engine')
    if (style === 'currency' && currency === undefined) throw new TypeError('Currency code is required with currency style.')
    if (style === 'currency' && !/^[A-Za-z]{3}$/.test(currency)) throw new RangeError('Invalid currency code : ' + currency)
    const code = style === 'currency' ? currency.toUpperCase() : undefined
    const usual = style === 'currency' && notation !== 'compact' ? (NO_CENTS.includes(code) ? 0 : 2) : 0
    const low = range('minimumFractionDigits', options.minimumFractionDigits, 0, 100)
    const high = range('maximumFractionDigits', options.maximumFractionDigits, 0, 100)
    const most = style === 'decimal' && notation !== 'compact' ? 3 : usual
    if (low !== undefined && high !== undefined && low > high) throw new RangeError('maximumFractionDigits value is out of range.')
    this.#places = {
      low: low ?? Math.min(usual, high ?? usual), high: high ?? Math.max(most, low ?? 0),
      least: range('minimumIntegerDigits', options.minimumIntegerDigits, 1, 21) ?? 1,
      low2: range('minimumSignificantDigits', options.minimumSignificantDigits, 1, 21),
      high2: range('maximumSignificantDigits', options.maximumSignificantDigits, 1, 21),
      given: low !== undefined || high !== undefined,
    }
    this.#options = { ...options, style, currency: code, notation, locale }
    this.format = this.format.bind(this)
  }
  static supportedLocalesOf(locales) { return [].concat(locales).filter((one) => /^en\b/.test(one)) }
  resolvedOptions() {
    const { locale, style, currency, notation } = this.#options
    return { locale, numberingSystem: 'latn', style, ...(currency && { currency }), minimumIntegerDigits: this.#places.least, minimumFractionDigits: this.#places.low, maximumFractionDigits: this.#places.high, notation }
  }
  #body(value) {
    const { useGrouping = true, notation, locale } = this.#options
    const { low, high, least, low2, high2, given } = this.#places
    let number = digitsOf(value)
    let after = ''
    let places = high
    if (notation === 'compact') {
      const size = Number(value)
      const step = SHORT.find(([from]) => Math.round(size) >= from || size >= from * 0.9995)
      if (step) {
        number = digitsOf(typeof value === 'bigint' ? size / step[0] : Number((size / step[0]).toPrecision(15)))
        after = this.#options.compactDisplay === 'long' ? step[2] : step[1]
      }
      if (!given) places = number.point >= 2 ? 0 : 2 - number.point
    }
    let made = rounded(number, high2 !== undefined || low2 !== undefined ? (high2 ?? 21) - number.point : places)
    if (high2 !== undefined && made.point > number.point) made = rounded(made, high2 - made.point)
    let { whole, part } = written(made, high2 === undefined && low2 === undefined ? low : Math.max(0, (low2 ?? 1) - made.point))
    whole = whole.padStart(least, '0')
    const group = useGrouping !== false && useGrouping !== 'false' && !(notation === 'compact' && whole.length < 5)
    return (group ? grouped(whole, locale === 'en-IN') : whole) + (part && '.' + part) + after
  }
  format(value) {
    const { style, currency, currencyDisplay, signDisplay = 'auto', locale } = this.#options
    let number = typeof value === 'bigint' ? value : typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : Number(value)
    const minus = number < 0 || Object.is(number, -0)
    if (minus) number = -number
    let body = number !== number ? 'NaN' : number === Infinity ? '∞' : ''
    if (body === '') {
      const scaled = style === 'percent' ? (typeof number === 'bigint' ? number * 100n : Number((number * 100).toPrecision(15))) : number
      body = this.#body(scaled)
    }
    if (style === 'percent') body += '%'
    if (style === 'currency') {
      const sign = currencyDisplay === 'code' ? currency + '\u00a0'
        : HOME[locale] === currency ? '$' : locale !== 'en-US' && currency === 'USD' && HOME[locale] ? 'US$' : SIGNS[currency] || currency + '\u00a0'
      body = sign + body
    }
    const isZero = !/[1-9∞]/.test(body)
    const shown = signDisplay === 'never' ? '' : minus && !(isZero && signDisplay === 'exceptZero') ? '-'
      : (signDisplay === 'always' && !minus) || (signDisplay === 'exceptZero' && !isZero && !minus) ? '+' : ''
    return shown + body
  }
}
class PluralRules {
  #ordinal
  constructor(locales, options = {}) { localeOf(locales); this.#ordinal = options.type === 'ordinal' }
  select(value) {
    const number = Number(value)
    if (!this.#ordinal) return number === 1 ? 'one' : 'other'
    const teen = number % 100 > 10 && number % 100 < 14
    return teen ? 'other' : ['other', 'one', 'two', 'few'][number % 10] || 'other'
  }
}
class ListFormat {
  #options
  constructor(locales, options = {}) { localeOf(locales); this.#options = options }
  format(list) {
    const { type = 'conjunction', style = 'long' } = this.#options
    const items = Array.from(list)
    const word = type === 'disjunction' ? 'or' : style === 'long' ? 'and' : style === 'short' ? '&' : ''
    if (items.length < 2) return items.join('')
    if (type === 'unit') return items.join(style === 'narrow' ? ' ' : ', ')
    if (items.length === 2) return items.join(word === '' ? ', ' : ' ' + word + ' ')
    return items.slice(0, -1).join(', ') + (word === '' ? ', ' : ', ' + word + ' ') + items.at(-1)
  }
}
return { NumberFormat, PluralRules, ListFormat }
})`
