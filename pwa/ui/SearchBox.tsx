import { Input, InputGroup } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  value: string
  onSearch: (text: string) => void
  /** As wide as its place. */
  isWide?: boolean
  /** How long typing must rest before it is searched. */
  restMs?: number
}

/** Tells what was typed once typing rests, at once on Enter; Escape empties it. */
export function SearchBox({ label, value, onSearch, isWide = false, restMs = 300 }: Props) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = useRef(onSearch)
  tell.current = onSearch

  useEffect(() => {
    // The address changed by itself (back, forward): the box follows.
    if (value !== told.current) {
      told.current = value
      setText(value)
    }
  }, [value])

  useEffect(() => {
    const next = text.trim()
    if (next === told.current) return
    const timer = setTimeout(() => {
      told.current = next
      tell.current(next)
    }, restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])

  const now = () => {
    told.current = text.trim()
    tell.current(told.current)
  }
  return (
    <InputGroup
      width={{ base: 'full', md: isWide ? 'full' : '18rem' }}
      startElement={<Search size={16} aria-hidden />}
    >
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        height={{ base: '2.5rem', md: '2rem' }}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now()
          if (event.key === 'Escape') setText('')
        }}
      />
    </InputGroup>
  )
}
