// Holds the sources against the import law. A checker that read nothing would pass as well, so it says what it read.
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import law from '../../.dependency-cruiser.mjs'

const rooms = ['contract', 'state-machines', 'runtimes', 'db', 'api', 'pwa', 'scripts']

/** The breaches below a folder, one line each, and how many of its own modules were read. */
export async function breaches(baseDir, folders = rooms) {
  const { output } = await cruise(
    folders,
    { ...law.options, baseDir, ruleSet: { forbidden: law.forbidden }, validate: true },
    undefined,
    { tsConfig: extractTSConfig(`${baseDir}/tsconfig.json`) },
  )
  const { violations, totalCruised } = output.summary
  const own = output.modules.filter((m) => folders.some((f) => m.source.startsWith(`${f}/`))).length
  return { lines: violations.map((v) => `${v.rule.name}: ${v.from} → ${v.to}`), read: own, totalCruised }
}

if (process.argv[1]?.endsWith('importLaw.mjs')) {
  const { lines, read } = await breaches(process.cwd())
  for (const line of lines) console.log(line)
  console.log(`${read} modules read, ${lines.length} breaches`)
  process.exitCode = lines.length === 0 && read > 100 ? 0 : 1
}
