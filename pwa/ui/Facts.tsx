import { chakra } from '@chakra-ui/react'
import { Fragment, type ReactNode } from 'react'

/** Names and values side by side. */
export function Facts({
  facts,
  width = '96px',
}: {
  facts: readonly (readonly [string, ReactNode])[]
  width?: string
}) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={`${width} minmax(0, 1fr)`}
      gapX="3"
      gapY="1"
      textStyle="sm"
    >
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <chakra.dt color="fg.subtle">{name}</chakra.dt>
          <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </Fragment>
      ))}
    </chakra.dl>
  )
}
