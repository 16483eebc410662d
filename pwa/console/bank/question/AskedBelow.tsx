import { Box, chakra, Heading } from '@chakra-ui/react'
import { letterOf } from '#contract/letters.ts'
import { taskWords } from '#contract/questionKinds.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import { Picture } from '#pwa/ui/Picture.tsx'
import { shownAt } from '../../kit/fields/uploadImage.ts'
import { kindOfValue } from './kinds.ts'
import type { QuestionValues } from './values.ts'

/** The part that candidates see below the words of a question: its picture, and the options by their letters. */
export function AskedBelow({ values }: { values: QuestionValues }) {
  const image = shownAt(values.image_url)
  const isBegun = values.options.some(({ description, image_url }) => description.trim() !== '' || image_url)
  return (
    <>
      {image && (
        <Box mt="3">
          <Picture src={image} alt={values.image_alt || 'Diagram of the question'} />
        </Box>
      )}
      {isBegun && (
        <>
          <Heading as="h2" textStyle="sm" fontWeight="600" mt="4" mb="2">
            {taskWords[kindOfValue(values.type)]}
          </Heading>
          <chakra.ol listStyleType="none" display="grid" gap="2">
            {values.options.map((option, index) => (
              <Option
                key={option.key}
                letter={letterOf(index)}
                text={option.description.trim()}
                image={shownAt(option.image_url)}
              />
            ))}
          </chakra.ol>
        </>
      )}
    </>
  )
}

const Option = ({ letter, text, image }: { letter: string; text: string; image: string | null }) => (
  <chakra.li display="flex" gap="3" px="3" py="2" borderWidth="1px" borderRadius="l3">
    <chakra.span
      flexShrink="0"
      boxSize="6"
      display="grid"
      placeItems="center"
      borderRadius="l1"
      bg="bg.muted"
      color="fg.muted"
      textStyle="xs"
      fontWeight="600"
    >
      {letter}
    </chakra.span>
    <Box minW="0" flex="1">
      <OptionText text={text} />
      {image && (
        <Box mt={text ? '2' : '0'}>
          <Picture src={image} alt={`Picture of option ${letter}`} maxHeight="160px" />
        </Box>
      )}
    </Box>
  </chakra.li>
)
