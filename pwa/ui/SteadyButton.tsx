import { Button, type ButtonProps, Spinner } from '@chakra-ui/react'

/**
 * A button that keeps the focus while it is busy or there is nothing to do: one that is disabled lets go of it, and whoever
 * goes by keyboard would begin at the top of the page again.
 */
export function SteadyButton({
  loading,
  loadingText,
  disabled,
  onClick,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  const isHeld = Boolean(loading || disabled)
  return (
    <Button
      {...rest}
      aria-disabled={isHeld || undefined}
      data-disabled={isHeld || undefined}
      aria-busy={loading || rest['aria-busy'] || undefined}
      // The button of a menu opens it by keys of its own.
      onKeyDown={isHeld ? undefined : onKeyDown}
      onClick={(event) => (isHeld ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? (
        <>
          <Spinner size="inherit" borderWidth="0.125em" color="inherit" />
          {loadingText}
        </>
      ) : (
        children
      )}
    </Button>
  )
}
