import { consoleTexts } from '#contract/consoleTexts.ts'
import { CutText } from '#pwa/ui/CutText.tsx'
import type { Column } from '#pwa/ui/DataTable.tsx'
import type { ProblemView } from '../../../views.ts'
import { Section } from './Section.tsx'

const columns: readonly Column[] = [{ name: 'Language', width: '180px' }, { name: 'Code' }]

/** What candidates begin with. */
export function TemplatesTable({ problem }: { problem: ProblemView }) {
  return (
    <Section
      name={consoleTexts.templates}
      columns={columns}
      empty="It has no template of its own: candidates begin with the default templates."
      isEmpty={problem.templates.length === 0}
      minWidth="480px"
    >
      {problem.templates.map(({ id, language, code }) => (
        <tr key={id}>
          <th scope="row" data-wrap>
            {language}
          </th>
          <td data-wrap>
            <CutText text={code} what={`template in ${language}`} limit={400} />
          </td>
        </tr>
      ))}
    </Section>
  )
}
