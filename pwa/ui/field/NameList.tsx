import { Box, chakra, IconButton } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NameListState } from './useNameList.ts'

interface Props {
  /** The label of the field whose list it is. */
  label: string
  list: NameListState
  chosen: readonly string[]
  /** The consequence of choosing a name that is new. */
  remark?: string | undefined
  isDisabled?: boolean | undefined
  /** The field itself. */
  children: ReactNode
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A field with the list of names it offers, and the button that opens it for whoever points. */
export const WithNameList = ({ label, list, chosen, remark, isDisabled, children }: Props) => (
  <Box position="relative" width="full">
    {children}
    <IconButton
      {...list.buttonProps}
      aria-label={`${label}: show all`}
      disabled={isDisabled}
      variant="plain"
      size="sm"
      position="absolute"
      insetEnd="1"
      top="50%"
      transform="translateY(-50%)"
      color="fg.muted"
    >
      <ChevronDown size={16} aria-hidden />
    </IconButton>
    {list.listProps.isOpen && <Rows label={label} {...list.listProps} chosen={chosen} remark={remark} />}
  </Box>
)

type RowsProps = NameListState['listProps'] & Pick<Props, 'label' | 'chosen' | 'remark'>

const Rows = ({
  id,
  label,
  offers,
  more,
  lit,
  rowId,
  choose,
  onLight,
  isMultiple,
  chosen,
  remark,
}: RowsProps) => (
  <chakra.div
    id={id}
    role="listbox"
    aria-label={label}
    aria-multiselectable={isMultiple || undefined}
    ref={intoView}
    // The focus stays in the field.
    onMouseDown={(event) => event.preventDefault()}
    position="absolute"
    top="calc(100% + 0.25rem)"
    insetStart="0"
    zIndex="popover"
    width="full"
    minW={{ base: '100%', lg: '17rem' }}
    maxH="200px"
    overflowY="auto"
    scrollMarginBottom="4rem"
    p="1.5"
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="l2"
    boxShadow="lg"
    textStyle="md"
  >
    {offers.length === 0 && <Box p="2">No matches</Box>}
    {offers.map((offer, at) => (
      <chakra.div
        key={offer.value}
        id={rowId(at)}
        role="option"
        tabIndex={-1}
        aria-selected={chosen.includes(offer.value)}
        ref={offer.value === lit ? intoView : undefined}
        onPointerMove={() => onLight(offer.value)}
        onClick={() => choose(offer)}
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="2"
        px="2"
        py="2"
        borderRadius="l1"
        cursor="option"
        bg={offer.value === lit ? 'bg.emphasized' : undefined}
      >
        <chakra.span minW="0" overflowWrap="anywhere">
          {offer.label}
          {offer.isNew && remark !== undefined && (
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              {remark}
            </chakra.span>
          )}
        </chakra.span>
        {chosen.includes(offer.value) && <Check size={16} aria-hidden />}
      </chakra.div>
    ))}
    {more > 0 && (
      <Box p="2" textStyle="sm" color="fg.muted">
        Type to search {more.toLocaleString('en')} more
      </Box>
    )}
  </chakra.div>
)
