/** An engine fault is no verdict: the job waits and is tried again. */
export class EngineFault extends Error {}
