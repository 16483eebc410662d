import { chakra, type HTMLChakraProps } from '@chakra-ui/react'

interface Props extends HTMLChakraProps<'button'> {
  /** What is seen on the picture, in words. */
  alt: string
}

/** A picture that opens enlarged when clicked; the picture itself stands in it. */
export function EnlargeButton({ alt, ...rest }: Props) {
  return (
    <chakra.button type="button" aria-label={`Enlarge: ${alt}`} title="Enlarge" cursor="zoom-in" {...rest} />
  )
}
