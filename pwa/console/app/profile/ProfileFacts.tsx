import { chakra, Stack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Credits } from '../../kit/credits/Credits.tsx'
import { urls } from '../../urls.ts'
import { ParamKey } from './ParamKey.tsx'

/** What stands in a profile; credits only where there is an organization to have them, a Param key only where it may. */
export function ProfileFacts({ user }: { user: SessionView }) {
  const isMember = user.role === 'Admin'
  const facts: [string, React.ReactNode][] = [
    ['Email', user.email],
    ['Mobile Number', user.mobile_number || texts.notAvailable],
  ]
  if (isMember) facts.push(['Organization', user.organization_name ?? texts.notAvailable])
  else facts.push(['Role', consoleTexts.superAdmin])
  if (isMember)
    facts.push([
      'Credits',
      <Stack key="credits" gap="0.5">
        <Credits />
        <chakra.span color="sea" width="fit-content" _hover={{ textDecoration: 'underline' }} asChild>
          <Link to={urls.adminSupport}>{consoleTexts.needCredits}</Link>
        </chakra.span>
      </Stack>,
    ])
  if (isMember && user.is_param_ai_allowed) facts.push(['Param key', <ParamKey key="param" />])
  return <Facts facts={facts} width="112px" />
}
