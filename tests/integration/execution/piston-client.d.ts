/** The foreign client ships no types; this is what the tests use of it. */
declare module 'piston-client' {
  export interface ForeignClient {
    runtimes(): Promise<unknown>
    execute(language: string, code: string): Promise<unknown>
    execute(config: { language: string; files: { content: string }[]; stdin?: string }): Promise<unknown>
  }
  export function piston(options: { server: string }): ForeignClient
}
