import type { OpenedDrive } from '../drive.ts'
import { Readiness } from './Readiness.tsx'
import { RulesInShort } from './RulesInShort.tsx'

interface Props {
  drive: OpenedDrive
  isStale: boolean
  cut: number | null
}

/** The things to look at before the test begins: whether this device is ready, and the rules. */
export default function Before({ drive, isStale, cut }: Props) {
  return (
    <>
      <div className="welcome-ready">
        <Readiness drive={drive} isStale={isStale} />
      </div>
      <RulesInShort view={drive.view} cut={cut} />
    </>
  )
}
