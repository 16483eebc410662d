import { Box, chakra, Grid, HStack, IconButton, Tabs, Text, Textarea } from '@chakra-ui/react'
import { Bold, Code, List, Sigma, SquareCode } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Statement } from '#pwa/ui/Statement.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'

interface Props {
  label: string
  value: string
  /** Signed addresses of the pictures in it that stand already. */
  pictures?: readonly string[] | undefined
  error: string | undefined
  /** How much of it there may be. */
  limit: StatementLimit
  /** A css height, of what is written and of the preview alike. */
  height: string
  /** The content that candidates see below the statement, in the preview. */
  below?: ReactNode
  onChange: (text: string) => void
}

/** So many characters, or so many bytes in UTF-8. */
export type StatementLimit = { characters: number } | { bytes: number }

const inKilobytes = (bytes: number): string =>
  (bytes / 1_024).toLocaleString('en', { maximumFractionDigits: 1 })

/** How much of its limit a text takes, in words. */
function usageOf(text: string, limit: StatementLimit): { words: string; isOver: boolean } {
  if ('characters' in limit) {
    const length = [...text].length
    const words = `${length.toLocaleString('en')} of ${limit.characters.toLocaleString('en')} characters`
    return { words, isOver: length > limit.characters }
  }
  const bytes = new TextEncoder().encode(text).length
  return { words: `${inKilobytes(bytes)} of ${inKilobytes(limit.bytes)} KB`, isOver: bytes > limit.bytes }
}

/** The signs that each button writes round the selection. */
const marks = [
  { name: 'Bold', icon: Bold, before: '**', after: '**' },
  { name: 'Code', icon: Code, before: '`', after: '`' },
  { name: 'Code block', icon: SquareCode, before: '\n```\n', after: '\n```\n' },
  { name: 'List', icon: List, before: '\n- ', after: '' },
  { name: 'Formula', icon: Sigma, before: '$', after: '$' },
] as const

/** The statement as it is written beside how candidates read it; where there is no room for both, one behind the other. */
export function StatementEditor({
  label: name,
  value,
  pictures,
  error,
  limit,
  height,
  below,
  onChange,
}: Props) {
  const isWide = useMedia('(min-width: 1024px)')
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const usage = usageOf(value.trim(), limit)
  const write = (before: string, after: string) => {
    const field = area.current
    if (!field) return
    const { selectionStart: from, selectionEnd: to } = field
    onChange(value.slice(0, from) + before + value.slice(from, to) + after + value.slice(to))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + before.length, to + before.length)
    })
  }
  const tools = (
    <HStack gap="0.5" role="group" aria-label="Format">
      {marks.map(({ name, icon: Icon, before, after }) => (
        <IconButton
          key={name}
          type="button"
          size="sm"
          variant="ghost"
          aria-label={name}
          title={name}
          onClick={() => write(before, after)}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
    </HStack>
  )
  const editor = (
    <Textarea
      ref={area}
      id={id}
      name="description"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={`${id}-said`}
      height={height}
      resize="none"
      border="0"
      borderRadius="0"
      px={{ base: '4', md: '6' }}
      py="3"
      fontFamily="mono"
      textStyle="code"
      fontSize="13px"
      lineHeight="21px"
      outlineOffset="-2px"
      placeholder="Markdown: **bold**, `code`, lists, and mathematics between dollar signs, $1 \le n \le 10^5$"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  const preview = (
    <Box
      height={height}
      overflowY="auto"
      px={{ base: '4', md: '6' }}
      py="3"
      tabIndex={0}
      role="region"
      aria-label="Preview"
    >
      {value.trim() === '' ? (
        <Text color="fg.subtle">Preview appears here.</Text>
      ) : (
        <Statement text={value} pictures={pictures} />
      )}
      {below}
    </Box>
  )
  const count = (
    <Text textStyle="xs" color={usage.isOver ? 'fg.error' : 'fg.subtle'} fontVariantNumeric="tabular-nums">
      {usage.words}
    </Text>
  )
  const label = (
    <chakra.label htmlFor={id} textStyle="sm" fontWeight="600">
      {name}
    </chakra.label>
  )
  const said = (
    <Text
      id={`${id}-said`}
      role="status"
      textStyle="sm"
      color="fg.error"
      px={{ base: '4', md: '6' }}
      py={error ? '2' : '0'}
    >
      {error}
    </Text>
  )
  if (isWide)
    return (
      <Box borderTopWidth="1px" borderColor={error ? 'border.error' : 'border'}>
        <Grid templateColumns="1fr 1fr" css={{ '& > * + *': { borderInlineStartWidth: '1px' } }}>
          <Box minW="0">
            <Head>
              {label}
              {tools}
            </Head>
            {editor}
          </Box>
          <Box minW="0">
            <Head>
              <Text textStyle="sm" fontWeight="600">
                Preview
              </Text>
              {count}
            </Head>
            {preview}
          </Box>
        </Grid>
        {said}
      </Box>
    )
  return (
    <Tabs.Root defaultValue="write" borderTopWidth="1px">
      <Head>
        {label}
        {count}
      </Head>
      <Tabs.List px={{ base: '4', md: '6' }}>
        <Tabs.Trigger value="write">Write</Tabs.Trigger>
        <Tabs.Trigger value="preview">Preview</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="write" p="0">
        <HStack px={{ base: '3', md: '5' }} py="1" overflowX="auto">
          {tools}
        </HStack>
        {editor}
      </Tabs.Content>
      <Tabs.Content value="preview" p="0">
        {preview}
      </Tabs.Content>
      {said}
    </Tabs.Root>
  )
}

function Head({ children }: { children: React.ReactNode }) {
  return (
    <HStack
      justifyContent="space-between"
      gap="3"
      px={{ base: '4', md: '6' }}
      minH="36px"
      bg="bg.muted"
      borderBottomWidth="1px"
    >
      {children}
    </HStack>
  )
}
