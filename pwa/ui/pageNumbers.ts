/** Page numbers to offer: those at both margins, those around the current one, and null where some are left out. */
export function pageNumbers(current: number, pages: number, margin = 2, shown = 5): (number | null)[] {
  const first = Math.max(1, Math.min(current - Math.floor(shown / 2), pages - shown + 1))
  const last = Math.min(pages, first + shown - 1)
  const numbers: (number | null)[] = []
  for (let page = 1; page <= pages; page++) {
    const isOffered = page <= margin || page > pages - margin || (page >= first && page <= last)
    if (isOffered) numbers.push(page)
    else if (numbers.at(-1) !== null) numbers.push(null)
  }
  return numbers
}
