export function breaches(
  baseDir: string,
  folders?: string[],
): Promise<{ lines: string[]; read: number; totalCruised: number }>
