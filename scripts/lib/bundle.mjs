// Bundles measuring programs of tests/load as the server itself is built, so that what is measured is what is served.
import { join } from 'node:path'
import { root } from './stamp.mjs'

/** @param names files of tests/load; each becomes {name}.mjs in the folder */
export async function bundleLoad(folder, names) {
  const { rolldown } = await import('rolldown')
  for (const name of names) {
    const made = await rolldown({
      cwd: root,
      input: `tests/load/${name}.ts`,
      platform: 'node',
      external: [/^node:/, /^[^./#]/],
    })
    await made.write({ dir: folder, entryFileNames: `${name}.mjs`, format: 'esm', codeSplitting: false })
    await made.close()
  }
  return (name) => join(root, folder, `${name}.mjs`)
}
