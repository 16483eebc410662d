import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import type { Column } from '#pwa/ui/DataTable.tsx'
import { urls } from '../../../urls.ts'
import type { ProblemView } from '../../../views.ts'
import { Section } from './Section.tsx'

const columns: readonly Column[] = [
  { name: 'Sr.no', width: '72px' },
  { name: 'Asked In' },
  { name: 'Actions', width: '120px', isHidden: true },
]

/** Drives and assessments that ask it, each with the way to its results and to judging it anew there. */
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
            <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
              <Link to={is_assessment ? urls.assessmentResults(id) : urls.result(id)}>{name}</Link>
            </chakra.span>
            {is_assessment && ' (Assessment)'}
          </th>
          <td>
            <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
              <Link
                to={is_assessment ? urls.rejudgeAssessment(id) : urls.rejudge(id)}
                aria-label={`Rejudge in ${name}`}
              >
                Rejudge
              </Link>
            </chakra.span>
          </td>
        </tr>
      ))}
    </Section>
  )
}
