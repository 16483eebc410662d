import { Box, Heading, Text } from '@chakra-ui/react'
import { Picture } from '#pwa/ui/Picture.tsx'
import { Statement } from '#pwa/ui/Statement.tsx'

interface Props {
  text: string
  image: string | null
  /** What is seen on the picture, in words; empty where nobody wrote it. */
  imageAlt: string | null
  /** What stands in its place then. */
  otherwise: string
}

/** What is asked, as candidates read it, with its picture. */
export const StatementSection = ({ text, image, imageAlt, otherwise }: Props) => (
  <Box as="section" aria-label="Description">
    <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
      Description
    </Heading>
    <Box maxW="48rem">
      <Statement text={text} />
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
