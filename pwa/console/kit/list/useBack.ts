import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Back to where one came from, with its search, page and place; where this page was opened by its address, to the one
 * above it.
 */
export function useBack(above: string): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    if (isFirst()) navigate(above)
    else navigate(-1)
  }, [navigate, above])
}

/** Whether nothing of ours is behind this page: the router numbers its entries, also the one that took another's place. */
const isFirst = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) === 0
