// Measures how the house is cut, and holds each figure against the most that it may be: a change that makes it worse fails
// the check, and one that makes it better brings its bar down with it.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { root } from './stamp.mjs'

const folders = ['contract', 'state-machines', 'runtimes', 'db', 'api', 'pwa']
/** `#machines/` is spelled otherwise than its folder. */
const roomOf = { machines: 'state-machines' }

/** Every source below the rooms, by its path from the top. */
function readSources(top) {
  const sources = new Map()
  for (const folder of folders)
    for (const entry of readdirSync(join(top, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      sources.set(relative(top, path), readFileSync(path, 'utf8'))
    }
  return sources
}

/** A file's imports of ours by value: a type alone is gone before anything runs. */
function valueImports(path, text) {
  const found = []
  for (const [, clause, from] of text.matchAll(/^(?:import|export)\s+([^'"]*?)\s*from\s+'([#.][^']+)'/gms)) {
    const isTypes =
      /^type\b/.test(clause) ||
      (/^\{/.test(clause) &&
        clause
          .replace(/[{}]/g, '')
          .split(',')
          .every((name) => /^\s*(type\s|$)/.test(name)))
    if (!isTypes) found.push(resolve(path, from))
  }
  for (const [, from] of text.matchAll(/import\('([#.][^']+)'\)/g)) found.push(resolve(path, from))
  return found
}

function resolve(path, from) {
  if (from.startsWith('.')) return normalize(join(dirname(path), from))
  const [room, ...rest] = from.slice(1).split('/')
  return [roomOf[room] ?? room, ...rest].join('/')
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const linesOf = (text) => text.split('\n').length - 1
const below = (folder, path) => path.startsWith(`${folder}/`)

/** Arrows between the folders of one room: which of them reaches into which. */
function arrowsWithin(room, graph, folderOf) {
  const arrows = new Map()
  for (const [path, imports] of graph) {
    if (!below(room, path)) continue
    const from = folderOf(path)
    for (const to of imports.filter((one) => below(room, one)).map(folderOf))
      if (to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  }
  return arrows
}

/** Folders that reach each other, by whatever way: each group once. */
function circles(arrows) {
  const reach = (from) => {
    const seen = new Set()
    const open = [...(arrows.get(from) ?? [])]
    while (open.length > 0) {
      const at = open.pop()
      if (seen.has(at)) continue
      seen.add(at)
      open.push(...(arrows.get(at) ?? []))
    }
    return seen
  }
  const groups = new Set()
  for (const from of arrows.keys()) {
    const mine = reach(from)
    if (!mine.has(from)) continue
    groups.add(
      [...mine]
        .filter((to) => reach(to).has(from))
        .toSorted()
        .join(' '),
    )
  }
  return [...groups]
}

const count = (sources, within, pattern) =>
  [...sources]
    .filter(([path]) => within(path))
    .reduce((sum, [, text]) => sum + (text.match(pattern)?.length ?? 0), 0)

/** The names that more than one file exports: whoever looks for one finds two. */
function twins(sources) {
  const homes = new Map()
  for (const [path, text] of sources) {
    const names = new Set()
    for (const [, name] of text.matchAll(
      /^export (?:async )?(?:const|function|class|interface|type|abstract class) (\w+)/gm,
    ))
      names.add(name)
    for (const name of names) homes.set(name, [...(homes.get(name) ?? []), path])
  }
  return [...homes].filter(([, paths]) => paths.length > 1)
}

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whose writes are gathered in the one transaction of a sync: the log, and what seals it. */
const HOT_PATH = new Set(['db/queries/log.ts', 'db/queries/receipts.ts'])

/**
 * The tables of the server's database that more than one file of queries writes, the hot path of the log excepted: a rule
 * of theirs has two homes.
 */
function tablesOfTwo(sources) {
  const homes = new Map()
  for (const [path, text] of sources) {
    if (!below('db/queries', path) || HOT_PATH.has(path)) continue
    const tables = [
      ...[...text.matchAll(/\.(?:insert|update|delete)\(\s*s\.(\w+)/g)].map(([, name]) => snake(name)),
      ...[...text.matchAll(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) ([a-z_]+)/g)].map(
        ([, name]) => name,
      ),
    ]
    for (const table of new Set(tables)) homes.set(table, [...(homes.get(table) ?? []), path])
  }
  return [...homes].filter(([, paths]) => paths.length > 1)
}

/** Speaks to a table of the device's database, or opens it. */
const DEXIE =
  /\b(?:db|database|store)\.(?:\w+)\.(?:get|put|add|where|delete|update|toArray|bulk\w+|orderBy|count|each|toCollection|clear)\(|\.transaction\('r|from 'dexie'/g
const deviceRoom = (path) => /^pwa\/(?!console\/|attempt\/db\/)/.test(path)

/** A comment of a file: a block, or lines one below the other. */
const COMMENT = /\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n)+)/gm

/**
 * Sentences of comments that begin with a bare word where the subject should stand (docs/CONVENTIONS.md), each with its
 * file.
 */
const bareBeginnings = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const sentences = [...text.matchAll(COMMENT)].flatMap(([, block, lines]) =>
      (block ?? lines)
        .replace(/^\s*(?:\*|\/\/)/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.;:!?]) (?=[A-Z@])/),
    )
    return sentences
      .filter((sentence) => /^(?:Of|Where|What|Whoever)\b/.test(sentence))
      .map((sentence) => `${path}: ${sentence}`)
  })

/**
 * @param top the folder that the rooms are in
 * @returns every figure: what it is called, what it is now, the most it may be, and for some where each of it stands
 */
export function figures(top) {
  const sources = readSources(top)
  const graph = new Map([...sources].map(([path, text]) => [path, valueImports(path, text)]))
  const pwa = [...sources].filter(([path]) => below('pwa', path))
  const pwaLines = pwa.map(([, text]) => linesOf(text))
  const total = pwaLines.reduce((sum, lines) => sum + lines, 0)
  // A file at the top of the console is a room of its own: all take the addresses, and the router takes all.
  const consoleFolder = (path) => {
    const [area, ...rest] = path.replace('pwa/console/', '').split('/')
    return rest.length < 2 ? area : `${area}/${rest[0]}`
  }
  const consoleArea = (path) => path.replace('pwa/console/', '').split('/')[0]
  const consoleArrows = arrowsWithin('pwa/console', graph, consoleFolder)
  const areaArrows = arrowsWithin('pwa/console', graph, consoleArea)
  const foldersBy = (folderOf) => {
    const names = [...sources.keys()].filter((path) => below('pwa/console', path)).map(folderOf)
    return new Set(names.filter((name) => !name.includes('.'))).size
  }
  const arrowsOf = (arrows) => [...arrows.values()].reduce((sum, to) => sum + to.size, 0)
  const bare = bareBeginnings(sources)
  const twin = twins(sources)
  const shared = tablesOfTwo(sources)
  const apiFolder = (path) => path.split('/').slice(1, -1)[0] ?? '.'
  return [
    ['pwa: lines of the median file, below 0', -median(pwaLines), -67],
    ['pwa: files per 1,000 lines', Number(((1000 * pwa.length) / total).toFixed(1)), 12.9],
    ['console: areas', foldersBy(consoleArea), 6],
    ['console: arrows between areas', arrowsOf(areaArrows), 21],
    ['console: folders', foldersBy(consoleFolder), 45],
    ['console: arrows between folders', arrowsOf(consoleArrows), 244],
    [
      'answers asserted by hand',
      count(
        sources,
        (path) => below('pwa', path) && !/\/http\//.test(path),
        /(?<!async )\b(?:call|request|idempotentRequest|queryOf)<[A-Z{(]/g,
      ),
      0,
    ],
    ['calls of Dexie outside its room', count(sources, deviceRoom, DEXIE), 0],
    ['comments that begin without a subject', bare.length, 0, bare],
    [
      'names that two files export',
      twin.length,
      0,
      twin.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    ],
    [
      'tables that two query files write',
      shared.length,
      0,
      shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    ],
    // The context alone tells judge, post and streams what a commit set going.
    [
      'wakes and pokes after a commit',
      count(
        sources,
        (path) => below('api', path) && path !== 'api/server.ts',
        /\b(?:judge\.wake|mail\.wake|poke)\(/g,
      ),
      0,
    ],
    ['circles between folders: api', circles(arrowsWithin('api', graph, apiFolder)).length, 0],
    ['circles between folders: console', circles(consoleArrows).length, 0],
  ].map(([name, now, most, places = []]) => ({ name, now, most, places }))
}

if (process.argv[1]?.endsWith('figures.mjs')) {
  const all = figures(root)
  for (const { name, now, most, places } of all) {
    console.log(`${now > most ? 'worse ' : '      '} ${name.padEnd(40)} ${now} (at most ${most})`)
    for (const place of places) console.log(`         ${place}`)
  }
  process.exitCode = all.some(({ now, most }) => now > most) ? 1 : 0
}
