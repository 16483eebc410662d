import type { OpenedDrive } from '../drive.ts'
import { Readiness } from './Readiness.tsx'
import { RulesInShort } from './RulesInShort.tsx'

/** The things to look at before the test begins: whether this device is ready, and the rules. */
export default function Before({ drive, isStale }: { drive: OpenedDrive; isStale: boolean }) {
  return (
    <>
      <div className="welcome-ready">
        <Readiness drive={drive} isStale={isStale} />
      </div>
      <RulesInShort view={drive.view} />
    </>
  )
}
