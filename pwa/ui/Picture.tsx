import { Box, chakra, type HTMLChakraProps } from '@chakra-ui/react'
import { Expand, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { LargePicture } from './LargePicture.tsx'

interface Props {
  src: string
  /** The picture's content in words. */
  alt: string
  /** A css height it has at most. */
  maxHeight?: string
}

/** A picture that opens enlarged when clicked. */
export function Picture({ src, alt, maxHeight = '280px' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === src)
    return (
      <Box display="flex" alignItems="center" gap="2" color="fg.muted" textStyle="sm">
        <ImageOff size={16} aria-hidden />
        The picture could not be loaded.
      </Box>
    )
  return (
    <>
      <EnlargeButton
        alt={alt}
        display="inline-flex"
        alignItems="end"
        gap="1"
        maxW="full"
        p="2"
        borderWidth="1px"
        borderRadius="l3"
        bg="white"
        color="#46535f"
        onClick={() => setOpen(true)}
      >
        <chakra.img
          src={src}
          alt={alt}
          minW="0"
          maxW="full"
          maxH={maxHeight}
          onError={() => setMissing(src)}
        />
        {/* Beside the picture: whatever it covered may be the answer. */}
        <chakra.span flexShrink="0">
          <Expand size={14} aria-hidden />
        </chakra.span>
      </EnlargeButton>
      <LargePicture pictures={[{ src, alt }]} at={isOpen ? 0 : null} onMove={(at) => setOpen(at !== null)} />
    </>
  )
}

interface EnlargeButtonProps extends HTMLChakraProps<'button'> {
  /** The picture's content in words. */
  alt: string
}

/** A picture that opens enlarged when clicked; the picture itself stands in it. */
export function EnlargeButton({ alt, ...rest }: EnlargeButtonProps) {
  return (
    <chakra.button type="button" aria-label={`Enlarge: ${alt}`} title="Enlarge" cursor="zoom-in" {...rest} />
  )
}
