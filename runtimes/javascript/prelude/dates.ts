/** Prelude part, loaded on demand: dates as English writes them, in the time zone of the engine or in UTC. */
export const DATES_PART = String.raw`(({ localeOf }) => {
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const cut = (name, style) => style === 'long' ? name : style === 'narrow' ? name[0] : name.slice(0, 3)
const two = (value) => String(value).padStart(2, '0')
const numeric = (value, style) => style === '2-digit' ? two(value % 100) : String(value)
const DATE_STYLES = {
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, long: { year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' }, short: { year: '2-digit', month: 'numeric', day: 'numeric' },
}
const TIME_STYLES = { medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' }, short: { hour: 'numeric', minute: '2-digit' } }
const DATE_PARTS = ['weekday', 'year', 'month', 'day']
const TIME_PARTS = ['hour', 'minute', 'second']
class DateTimeFormat {
  #options
  #utc
  #british
  constructor(locales, options = {}, usual = 'date') {
    const locale = localeOf(locales)
    const zone = options.timeZone
    if (zone !== undefined && !/^(?:utc|gmt|etc\/utc)$/i.test(zone)) throw new RangeError('Time zones other than UTC are not there on this engine: ' + zone)
    if (options.timeZoneName !== undefined || options.era !== undefined) throw new RangeError('timeZoneName and era are not there on this engine')
    this.#utc = zone !== undefined || new Date().getTimezoneOffset() === 0
    this.#british = /^en-(?:GB|AU|NZ|IN|IE|ZA)$/.test(locale)
    const { dateStyle, timeStyle } = options
    const wanted = { ...options, ...DATE_STYLES[dateStyle], ...TIME_STYLES[timeStyle] }
    if (dateStyle === 'short' && this.#british) Object.assign(wanted, { day: '2-digit', month: '2-digit', year: 'numeric' })
    const has = (parts) => parts.some((part) => wanted[part] !== undefined)
    if (!dateStyle && !timeStyle) {
      const plain = this.#british ? { year: 'numeric', month: '2-digit', day: '2-digit' } : { year: 'numeric', month: 'numeric', day: 'numeric' }
      const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' }
      if (usual === 'date' && !has([...DATE_PARTS, ...TIME_PARTS])) Object.assign(wanted, plain)
      else if (usual === 'onlyDate' && !has(DATE_PARTS)) Object.assign(wanted, plain)
      else if (usual === 'onlyTime' && !has(TIME_PARTS)) Object.assign(wanted, clock)
      else if (usual === 'all' && !has([...DATE_PARTS, ...TIME_PARTS])) Object.assign(wanted, plain, clock)
    }
    this.#options = { ...wanted, locale }
    this.format = this.format.bind(this)
  }
  resolvedOptions() { return { locale: this.#options.locale, calendar: 'gregory', numberingSystem: 'latn', timeZone: this.#utc ? 'UTC' : undefined } }
  #part(date, name) { return date[(this.#utc ? 'getUTC' : 'get') + name]() }
  #date(date) {
    const { weekday, year, month, day } = this.#options
    const name = weekday && cut(DAYS[this.#part(date, 'Day')], weekday)
    const yearText = year && numeric(this.#part(date, 'FullYear'), year)
    const dayText = day && numeric(this.#part(date, 'Date'), day)
    const at = this.#part(date, 'Month')
    if (month === undefined || month === 'numeric' || month === '2-digit') {
      const monthText = month && numeric(at + 1, month)
      const order = this.#british ? [dayText, monthText, yearText] : [monthText, dayText, yearText]
      return [name, order.filter(Boolean).join('/')].filter(Boolean).join(', ')
    }
    const monthText = cut(MONTHS[at], month)
    if (this.#british) {
      const british = month === 'short' && monthText === 'Sep' ? 'Sept' : monthText
      const rest = [dayText, british, yearText].filter(Boolean).join(' ')
      return name ? name + ', ' + rest : rest
    }
    const rest = [monthText, dayText].filter(Boolean).join(' ')
    return [name, rest + (yearText ? (dayText ? ', ' : ' ') + yearText : '')].filter(Boolean).join(', ')
  }
  #time(date) {
    const { hour, minute, second, hour12, hourCycle } = this.#options
    const full = hour12 === undefined ? hourCycle === 'h23' || hourCycle === 'h24' || (hourCycle === undefined && this.#british) : !hour12
    const hours = this.#part(date, 'Hours')
    const pieces = []
    if (hour) pieces.push(full ? (hour12 === false && !this.#british && hours === 0 ? '24' : two(hours)) : numeric(hours % 12 || 12, hour))
    if (minute) pieces.push(hour || second ? two(this.#part(date, 'Minutes')) : String(this.#part(date, 'Minutes')))
    if (second) pieces.push(minute ? two(this.#part(date, 'Seconds')) : String(this.#part(date, 'Seconds')))
    const clock = pieces.join(':')
    if (!hour || full) return clock
    const half = hours < 12 ? 'AM' : 'PM'
    return this.#british ? clock + ' ' + half.toLowerCase() : clock + ' ' + half
  }
  format(value) {
    const date = value === undefined ? new Date() : new Date(value)
    if (Number.isNaN(date.getTime())) throw new RangeError('Invalid time value')
    const { dateStyle } = this.#options
    const day = DATE_PARTS.some((part) => this.#options[part]) ? this.#date(date) : ''
    const time = TIME_PARTS.some((part) => this.#options[part]) ? this.#time(date) : ''
    const between = dateStyle === 'full' || dateStyle === 'long' || (this.#options.month === 'long' && !dateStyle) ? ' at ' : ', '
    return day && time ? day + between + time : day + time
  }
}
const shown = (usual) => (date, locales, options) =>
  Number.isNaN(date.getTime()) ? 'Invalid Date' : new DateTimeFormat(locales, options, usual).format(date)
return { DateTimeFormat, toLocaleString: shown('all'), toLocaleDateString: shown('onlyDate'), toLocaleTimeString: shown('onlyTime') }
})`
