export function figures(top: string): { name: string; now: number; most: number }[]
