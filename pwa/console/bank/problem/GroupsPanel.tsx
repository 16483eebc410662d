import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import type { TestGroup } from '#contract/judging.ts'
import { plural } from '#contract/plural.ts'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { groupsOf, marksIn, scoringLabels } from './judgingValues.ts'
import type { ProblemFormModel } from './useProblemForm.ts'

const scorings = (['all', 'min', 'sum'] as const).map((value) => ({ value, label: scoringLabels[value] }))

/** The groups that tests are in: how each earns its marks, and which others must pass before. */
export function GroupsPanel({ form }: { form: ProblemFormModel }) {
  const { values } = form
  const groups = groupsOf(values)
  if (groups.length === 0) return null
  const change = (name: string, to: Partial<TestGroup>) =>
    form.set({
      judging: {
        ...values.judging,
        groups: groups.map((one) => (one.name === name ? { ...one, ...to } : one)),
      },
    })
  return (
    <Box as="section" aria-label="Groups of tests" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="4">
      <Heading as="h2" textStyle="sm" fontWeight="600" mb="3">
        Groups of tests
      </Heading>
      <Box as="ul" listStyleType="none" display="grid" gap="4">
        {groups.map(({ name, scoring, depends_on }, place) => {
          const tests = values.tests.filter((test) => test.group_name.trim() === name).length
          return (
            <chakra.li
              key={name}
              display="grid"
              gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1fr) 220px minmax(0, 1.4fr)' }}
              gap="3"
              alignItems="start"
            >
              <Box minW="0">
                <Text fontWeight="500" overflowWrap="anywhere">
                  {name}
                </Text>
                <Text textStyle="sm" color="fg.muted">
                  {plural(tests, 'test')}, {plural(marksIn(values.tests, name), 'mark')}
                </Text>
              </Box>
              <SelectField
                name={`scoring-${place}`}
                label={`Marks of ${name}`}
                size="md"
                value={scoring}
                choices={scorings}
                onChange={(to) =>
                  change(name, { scoring: scorings.find(({ value }) => value === to)?.value ?? 'all' })
                }
                onTouched={() => {}}
              />
              {place > 0 && (
                <chakra.fieldset minW="0">
                  <chakra.legend textStyle="sm" fontWeight="500" mb="1.5">
                    Counts only if these pass
                  </chakra.legend>
                  <Box display="flex" flexWrap="wrap" columnGap="4" rowGap="1.5">
                    {groups.slice(0, place).map((other) => (
                      <Tick
                        key={other.name}
                        label={other.name}
                        isTicked={depends_on.includes(other.name)}
                        onTick={(isTicked) =>
                          change(name, {
                            depends_on: groups.flatMap((one) =>
                              (one.name === other.name ? isTicked : depends_on.includes(one.name))
                                ? one.name
                                : [],
                            ),
                          })
                        }
                      />
                    ))}
                  </Box>
                </chakra.fieldset>
              )}
            </chakra.li>
          )
        })}
      </Box>
    </Box>
  )
}
