import { Box, Code, Heading, Link, Text } from '@chakra-ui/react'

/** The key by which others check receipts and archives: they have to know that it is this one. */
export function SigningKey({ sha256 }: { sha256: string }) {
  return (
    <Box as="section" mt="8" aria-labelledby="signing-key">
      <Heading as="h2" id="signing-key" textStyle="lg" mb="3">
        Signing key
      </Heading>
      <Text color="fg.muted" maxW="44rem" mb="3">
        Receipts and evidence archives are signed with{' '}
        <Link href="/api/v1/receipt_key">this server’s key</Link>. Publish its SHA-256 where others will find
        it, so that they can compare it with the key in an archive.
      </Text>
      <Code wordBreak="break-all" whiteSpace="normal">
        {sha256}
      </Code>
    </Box>
  )
}
