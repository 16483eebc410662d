import type { Column } from '#pwa/ui/DataTable.tsx'
import type { ProblemView } from '../../../views.ts'
import { Section } from './Section.tsx'

const columns: readonly Column[] = [{ name: 'Sr.no', width: '72px' }, { name: 'Asked In' }]

/** Drives and assessments that ask it. */
export function AskedTable({ problem }: { problem: ProblemView }) {
  return (
    <Section
      name="Asked In"
      columns={columns}
      empty="No drive asks it yet."
      isEmpty={problem.asked_in.length === 0}
      minWidth="280px"
    >
      {problem.asked_in.map(({ id, name, is_assessment }, index) => (
        <tr key={id}>
          <td>{index + 1}</td>
          <th scope="row" title={name}>
            {name}
            {is_assessment && ' (Assessment)'}
          </th>
        </tr>
      ))}
    </Section>
  )
}
