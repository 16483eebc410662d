import { Box, chakra, Heading, Input, Text } from '@chakra-ui/react'
import type { Language } from '../templates/useLanguages.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { LimitValue } from './values.ts'

const none: LimitValue = { cpu_ms: '', memory_mb: '' }
const parts = [
  { name: 'cpu_ms', what: 'time in ms' },
  { name: 'memory_mb', what: 'memory in MB' },
] as const

/** The limits of a program for this problem, by language; a field left empty keeps the default. */
export function LimitsPanel({ form, languages }: { form: ProblemFormModel; languages: readonly Language[] }) {
  const { limits } = form.values
  const set = (mode: string, change: Partial<LimitValue>) =>
    form.set({ limits: { ...limits, [mode]: { ...none, ...limits[mode], ...change } } })
  const errors = Object.entries(form.errors).filter(([name]) => name.startsWith('limits.'))
  return (
    <Box as="section" aria-label="Limits per language" borderTopWidth="1px" p="4">
      <Heading as="h2" textStyle="sm" fontWeight="600" mb="2">
        Limits per language
      </Heading>
      <chakra.table
        width="full"
        textStyle="sm"
        css={{
          '& th, & td': { py: '1', textAlign: 'start', fontWeight: '500' },
          '& thead th': { color: 'fg.muted', textStyle: 'xs' },
          '& td': { ps: '2' },
          '& thead th + th': { ps: '2' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Language</th>
            <th scope="col">Time (ms)</th>
            <th scope="col">Memory (MB)</th>
          </tr>
        </thead>
        <tbody>
          {languages.map(({ id, name, mode }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {parts.map((part) => (
                <td key={part.name}>
                  <Input
                    width="88px"
                    inputMode="numeric"
                    name={`limits.${mode}.${part.name}`}
                    aria-label={`${name}: ${part.what}`}
                    aria-invalid={form.errors[`limits.${mode}.${part.name}`] !== undefined || undefined}
                    borderColor={
                      form.errors[`limits.${mode}.${part.name}`] === undefined
                        ? 'border.control'
                        : 'border.error'
                    }
                    placeholder="default"
                    value={limits[mode]?.[part.name] ?? ''}
                    onChange={(event) => set(mode, { [part.name]: event.target.value })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      {errors.length > 0 && (
        <Text role="alert" textStyle="sm" color="fg.error" mt="2">
          {[
            ...new Set(
              errors.map(([name, sentence]) => `${name.endsWith('cpu_ms') ? 'Time' : 'Memory'}: ${sentence}`),
            ),
          ].join('. ')}
        </Text>
      )}
    </Box>
  )
}
