import { chakra } from '@chakra-ui/react'

/** A program to read: lines with their numbers, which are not copied with it. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <chakra.pre
      tabIndex={0}
      aria-label={label}
      textStyle="code"
      overflow="auto"
      maxH={{ base: '420px', _print: 'none' }}
      py="2.5"
      bg="bg.subtle"
      tabSize="4"
      counterReset="line"
    >
      {code.split('\n').map((line, index) => (
        <chakra.span
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          key={index}
          display="block"
          whiteSpace={{ base: 'pre', _print: 'pre-wrap' }}
          ps="14"
          pe="4"
          position="relative"
          counterIncrement="line"
          _before={{
            content: 'counter(line)',
            position: 'absolute',
            insetStart: '0',
            width: '10',
            textAlign: 'end',
            color: 'fg.subtle',
            userSelect: 'none',
          }}
        >
          {`${line}\n`}
        </chakra.span>
      ))}
    </chakra.pre>
  )
}
