import { html } from 'hono/html'
import { inviters } from '#contract/inviters.ts'
import { texts } from '#contract/texts.ts'
import { openInvitation } from './auth/invitation.ts'
import type { Context } from './context.ts'
import { DomainError } from './kit/errors.ts'
import { formatError } from './kit/formatError.ts'
import { shedClass } from './pressure/classes.ts'

/**
 * The head of an invitation's page, in the form its scripts will draw it in (pwa/candidate/welcome/Welcome.tsx): on a
 * slow line it is read long before they run.
 * @returns HTML, empty for a link that opens nothing or no test any more: what is said of those the scripts know
 */
export async function invitationHead(ctx: Context, token: string, address: string): Promise<string> {
  try {
    ctx.pressure.admit(shedClass.getDrive)
    const { attempt, drive, organization_name, institute_name } = await openInvitation(ctx, token, address)
    if (attempt.finished_at !== null) return ''
    const by = inviters({ organization_name, institute_name: institute_name ?? '' })
    const words =
      await html`<header class="page-header"></header><main class="welcome page-column" aria-busy="true"><header class="welcome-head"><p>${texts.welcomeTo}</p><h1>${drive.name}</h1><p>${by}</p></header></main>`
    return words.toString()
  } catch (error) {
    // The page comes in any case.
    if (!(error instanceof DomainError))
      ctx.log.error({ error: formatError(error) }, 'an invitation’s page came without its first words')
    return ''
  }
}
