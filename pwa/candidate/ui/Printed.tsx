import type { ReactNode } from 'react'

/** Text as it was printed. Text that is larger than its place is scrolled, so the keyboard reaches it. */
export function Printed({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  return <pre tabIndex={0}>{children}</pre>
}
