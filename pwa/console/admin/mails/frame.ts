/**
 * A mail's HTML for its frame: links open in a page of their own, because the frame itself may go nowhere, and it is
 * light as most mailboxes are.
 */
export const framed = (html: string): string =>
  html
    .replace(/<head>/i, '<head><base target="_blank">')
    .replace('<meta name="color-scheme" content="light dark">', '<meta name="color-scheme" content="light">')

/** '812 B', '1.4 KB' */
export const formatSize = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} KB`
