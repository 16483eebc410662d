import { useEffect, useState } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import './page.css'

/** Says nothing for a moment: most waits are over before words could be read. */
export function PageWait({ text = 'Opening…' }: { text?: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="page-alone" aria-busy="true">
      {late && (
        <>
          <Spinner size={24} />
          <p role="status">{text}</p>
        </>
      )}
    </main>
  )
}
