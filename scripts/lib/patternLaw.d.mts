export function slowPatterns(base: string, folders?: string[]): { lines: string[]; read: number }
