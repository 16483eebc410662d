import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Back to where one came from, with its search, page and place; where this page was opened by its address, to the one
 * above it.
 */
export function useBack(above: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(() => {
    // The router's first entry has this name: there is nothing of ours behind it.
    if (key === 'default') navigate(above)
    else navigate(-1)
  }, [navigate, key, above])
}
