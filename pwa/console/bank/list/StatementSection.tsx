import { Box, Heading, Text } from '@chakra-ui/react'
import { Picture } from '#pwa/ui/Picture.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'

interface Props {
  text: string
  /** Signed addresses of the pictures in the text. */
  pictures?: readonly string[]
  image: string | null
  /** The picture's content in words; empty if nobody wrote them. */
  imageAlt: string | null
  /** The words that stand in their place then. */
  otherwise: string
}

/** The statement, as candidates read it, with its picture. */
export const StatementSection = ({ text, pictures, image, imageAlt, otherwise }: Props) => (
  <Box as="section" aria-label="Description">
    <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
      Description
    </Heading>
    <Box maxW="48rem">
      <Statement text={text} pictures={pictures} />
    </Box>
    {image && (
      <Box mt="4">
        <Picture src={image} alt={imageAlt || otherwise} />
        {imageAlt && (
          <Text textStyle="xs" color="fg.subtle" mt="1">
            {imageAlt}
          </Text>
        )}
      </Box>
    )}
  </Box>
)
