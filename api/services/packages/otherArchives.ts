/** Archives that are none of what was asked for, known by the names of their files. */

interface Kind {
  /** A noun with its article: 'one candidate’s data'. */
  what: string
  /** A sentence on what to do with it. */
  advice: string
  has: (name: string) => boolean
}

const kinds: readonly Kind[] = [
  {
    what: 'the archive of an organization',
    advice: 'Whoever runs a server imports it there with: holdfast import',
    has: (name) => /^rows\/[a-z_]+\.jsonl$/.test(name),
  },
  {
    what: 'one candidate’s data',
    advice: 'It is made to be read (README.txt in it says how), and nothing imports it.',
    has: (name) => /^candidates\/\d+\/details\.json$/.test(name),
  },
  {
    what: 'an archive of evidence',
    advice: 'It is made to be checked (README.txt in it says how), and nothing imports it.',
    has: (name) => /^attempts\/[\w-]+\/ops\.jsonl$/.test(name),
  },
  {
    what: 'a problem’s package',
    advice: 'Import it in the console: Questions, Import Problem.',
    has: (name) => /^(?:[^/]+\/)?(?:problem\.yaml|domjudge-problem\.ini|task\.yaml)$/.test(name),
  },
  {
    what: 'a package of Polygon',
    advice: 'Convert it to the ICPC form first (problem.yaml, data/, submissions/).',
    has: (name) => /^(?:[^/]+\/)?problem\.xml$/.test(name),
  },
  {
    what: 'an Office document',
    advice: 'Save tables as CSV and import that file.',
    has: (name) => name === '[Content_Types].xml' || name === 'mimetype',
  },
  {
    what: 'a zip of CSV files',
    advice: 'Unpack it and import them one by one.',
    has: (name) => name.toLowerCase().endsWith('.csv'),
  },
]

/**
 * Says in words what a zip is instead.
 * @param wanted what it should have been, with its article: 'a problem’s package'
 * @returns null where nobody knows
 */
export function otherArchive(names: Iterable<string>, wanted: string): string | null {
  const all = [...names]
  const kind = kinds.find(({ has }) => all.some(has))
  if (!kind || kind.what === wanted) return null
  return `This is ${kind.what}, not ${wanted}. ${kind.advice}`
}
