import { Box } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { letterOf } from '#contract/letters.ts'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import type { Column } from '#pwa/ui/DataTable.tsx'
import { Picture } from '#pwa/ui/Picture.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { TableSection } from './TableSection.tsx'

const columns: readonly Column[] = [
  { name: 'Sr.no', width: '72px' },
  { name: 'Option' },
  { name: 'Is Answer', width: '96px' },
]

/** The options of a question, and which of them are right. */
export const OptionsTable = ({ options }: Pick<BankQuestionView, 'options'>) => (
  <TableSection name="Answer Options" columns={columns}>
    {options.map((option, index) => (
      <tr key={option.id}>
        <td>{index + 1}</td>
        <th scope="row" data-wrap>
          <OptionText text={option.description} />
          {option.image_url && (
            <Box mt={option.description ? '2' : '0'}>
              <Picture
                src={option.image_url}
                alt={`Picture of option ${letterOf(index)}`}
                maxHeight="120px"
              />
            </Box>
          )}
        </th>
        <td>
          {option.is_answer ? (
            <StateBadge icon={Check} tone="ok" bare>
              Yes
            </StateBadge>
          ) : (
            'No'
          )}
        </td>
      </tr>
    ))}
  </TableSection>
)
