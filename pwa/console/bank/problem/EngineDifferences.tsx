import { chakra } from '@chakra-ui/react'
import { engineDifferencesOf } from '#runtimes/differences.ts'
import type { Language } from '../templates/useLanguages.ts'

/** The ways in which the server's own engine differs, for whoever writes a program for it; nothing where another one runs the language. */
export function EngineDifferences({ language }: { language: Language | undefined }) {
  const told = language?.is_embedded ? engineDifferencesOf(language.mode) : null
  if (!told) return null
  return (
    <chakra.details textStyle="xs" color="fg.muted">
      <chakra.summary cursor="pointer" width="fit-content" _hover={{ color: 'fg' }}>
        {told.heading}
      </chakra.summary>
      <chakra.ul ps="4" mt="1.5" display="grid" gap="1" listStyleType="disc">
        {told.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </chakra.ul>
    </chakra.details>
  )
}
