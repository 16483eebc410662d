/** Prelude part, loaded on demand: the module path as it is on Linux. */
export const PATH_PART = String.raw`(({ process, codeError, received }) => {
const checked = (value, name) => {
  if (typeof value === 'string') return value
  throw codeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "' + name + '" argument must be of type string. Received ' + received(value))
}
const isAbsolute = (path) => checked(path, 'path').startsWith('/')
/** The parts of a path without . and with each .. taken as far up as it goes. */
const walked = (path, absolute) => {
  const parts = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (!absolute) parts.push(part)
  }
  return parts.join('/')
}
const normalize = (path) => {
  const absolute = isAbsolute(path)
  const body = walked(path, absolute)
  const end = path.endsWith('/') && body !== '' ? '/' : ''
  if (body === '' && !absolute) return path.endsWith('/') && path !== '' ? './' : '.'
  return (absolute ? '/' : '') + body + end
}
const join = (...parts) => {
  const joined = parts.map((part) => checked(part, 'path')).filter((part) => part !== '').join('/')
  return joined === '' ? '.' : normalize(joined)
}
const resolve = (...parts) => {
  let path = ''
  for (const part of parts.toReversed()) {
    if (checked(part, 'path') !== '') path = path === '' ? part : part + '/' + path
    if (path.startsWith('/')) break
  }
  if (!path.startsWith('/')) path = process.cwd() + '/' + path
  return '/' + walked(path, true)
}
const relative = (from, to) => {
  const start = resolve(from).split('/').filter(Boolean)
  const end = resolve(to).split('/').filter(Boolean)
  let same = 0
  while (same < start.length && same < end.length && start[same] === end[same]) same++
  return [...start.slice(same).map(() => '..'), ...end.slice(same)].join('/')
}
const trimmed = (path) => path.length > 1 ? path.replace(/(?<=[^/])\/+$/, '') : path
const dirname = (path) => {
  const whole = trimmed(checked(path, 'path'))
  const at = whole.lastIndexOf('/')
  return at === -1 ? '.' : whole.slice(0, at) || '/'
}
const basename = (path, suffix) => {
  const whole = trimmed(checked(path, 'path'))
  const base = whole.slice(whole.lastIndexOf('/') + 1)
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base
}
const extname = (path) => {
  const base = basename(path)
  const at = base.lastIndexOf('.')
  return at < 1 || base === '..' ? '' : base.slice(at)
}
const parse = (path) => {
  const base = basename(path)
  const ext = extname(path)
  const dir = dirname(path)
  return {
    root: isAbsolute(path) ? '/' : '',
    dir: dir === '.' && !path.startsWith('./') ? '' : dir,
    base, ext, name: ext === '' ? base : base.slice(0, -ext.length),
  }
}
const format = (parts) => {
  const base = parts.base || (parts.name || '') + (parts.ext ? (parts.ext.startsWith('.') ? '' : '.') + parts.ext : '')
  const dir = parts.dir || parts.root
  if (!dir) return base
  return dir === parts.root ? dir + base : dir + '/' + base
}
const path = { sep: '/', delimiter: ':', normalize, join, resolve, isAbsolute, relative, dirname, basename, extname, parse, format, toNamespacedPath: (path) => path }
path.posix = path
return path
})`
