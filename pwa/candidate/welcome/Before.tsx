import type { OpenedDrive } from '../drive.ts'
import { Readiness } from './Readiness.tsx'
import { RulesInShort } from './RulesInShort.tsx'

/** What is looked at before the test begins: whether this device is ready, and the rules. */
export default function Before({ drive }: { drive: OpenedDrive }) {
  return (
    <>
      <div className="welcome-ready">
        <Readiness drive={drive} />
      </div>
      <RulesInShort view={drive.view} />
    </>
  )
}
