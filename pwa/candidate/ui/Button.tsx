import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import './button.css'
import { Spinner } from './Spinner.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'normal' | 'large' | 'small'
  icon?: ReactNode
  /** Shows a spinner in place of the icon and takes no second click. */
  busy?: boolean
  /** Why it cannot be pressed now, in words; undefined where it can. */
  disabledReason?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const {
    variant = 'plain',
    size = 'normal',
    icon,
    busy = false,
    disabledReason,
    className,
    children,
    ...rest
  } = props
  const classes = ['button', `button-${variant}`, `button-${size}`, busy && 'is-busy', className]
  return (
    <button
      type="button"
      title={disabledReason}
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabledReason !== undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** The accessible name and the tooltip: an icon alone says nothing. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      title={label}
      {...rest}
      aria-label={label}
      icon={icon}
      className={['icon-button', className].filter(Boolean).join(' ')}
    />
  )
}
