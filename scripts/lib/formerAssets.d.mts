export function keepAssets(pages: string, former: string, now?: number): void
export function dropAssets(pages: string, former: string, now?: number): void
