import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { organizationArchive, planExport } from '#api/services/moving/exporting.ts'
import { type ImportWishes, importOrganization } from '#api/services/moving/importing.ts'
import type { TestApp } from '../../factories/index.ts'

/** An organization's way from one app to another, in process. */

let count = 0

/** @returns the archive's path, below the app's own data */
export async function exported(app: TestApp, organizationId: number): Promise<string> {
  const plan = await planExport(app.ctx, String(organizationId), () => {})
  const file = join(app.data, `organization-${count++}.zip`)
  writeFileSync(file, await buffer(organizationArchive(app.ctx, plan, () => {})))
  return file
}

export const imported = (app: TestApp, file: string, wishes: Partial<ImportWishes> = {}) =>
  importOrganization(
    app.ctx,
    file,
    { name: null, isTrial: false, keepsOurs: false, trusted: null, ...wishes },
    () => {},
  )

/** Why it was refused. @throws where it was not */
export async function refusalOf(
  app: TestApp,
  file: string,
  wishes: Partial<ImportWishes> = {},
): Promise<string> {
  try {
    await imported(app, file, wishes)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It was not refused')
}
