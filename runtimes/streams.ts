/** Standard input as every engine gets it: Piston always adds a final newline, so all do. */
export function withFinalNewline(stdin: string): string {
  return stdin.endsWith('\n') ? stdin : `${stdin}\n`
}

/** UTF-8 with U+FFFD for what is none. A byte order mark is part of the output and stays. */
export function decodeOutput(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
