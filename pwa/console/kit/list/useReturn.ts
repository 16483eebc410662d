import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

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

/** The state that a list opens a page of its own with: it says that the list is the entry before. */
export const fromList = { isFromList: true }

/**
 * To the list that a page belongs to, when it is done: back to it, with its search, page and place, where it was opened
 * from there; else to its address, in place of the page.
 * @param list its address
 */
export function useReturn(list: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return useCallback(() => {
    const way = wayToList(state, list)
    if (typeof way === 'number') navigate(way)
    else navigate(way, { replace: true })
  }, [navigate, state, list])
}

/**
 * @param state of the page's own entry, whatever that is
 * @returns the steps back, or the address
 */
export const wayToList = (state: unknown, list: string): number | string =>
  typeof state === 'object' && state !== null && 'isFromList' in state ? -1 : list
