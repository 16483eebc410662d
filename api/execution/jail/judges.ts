import type { JudgeProgram } from '#contract/judging.ts'
import { decodeOutput } from '#runtimes/streams.ts'
import { judgeFault, readAnswer } from '../judging/answer.ts'
import type { Case, JudgeAnswer, JudgeAsk, Limits } from '../port.ts'
import { type BoxEnd, type BoxTools, runInBox, startBox } from './box.ts'
import { type Conversation, converse } from './conversation.ts'
import type { FoundToolchain } from './find.ts'
import { DATA, JUDGE_LIMITS, JUDGE_OUTPUT, judgeCommand, judgeEndOf, makeData } from './judgeBox.ts'
import { programCall, type ReadyPrograms } from './readyPrograms.ts'
import type { BoxCall } from './sandbox.ts'

/** Programs that judge, in boxes of their own: beside a candidate's program, or after it. */

/** The parts of a machine that can make boxes. */
export interface Jail {
  tools: BoxTools
  /** Why its boxes have no control groups; null where they have. */
  withoutGroups: string | null
  programs: ReadyPrograms
  toolchains: ReadonlyMap<string, FoundToolchain>
}

/** A program that talks may say more than one that answers. */
const TALK_BYTES = 8 * 1024 * 1024

const judgedBy = ({ kind }: JudgeProgram, end: BoxEnd): JudgeAnswer =>
  end.kind === 'failed'
    ? judgeFault(`The box of the judge’s program failed: ${end.detail}`, true)
    : readAnswer(kind, judgeEndOf(end))

/** A judge's program that is ready to be called, or the fault that keeps it from that. */
type Ready = { call(data: string): BoxCall; release(): void } | { fault: JudgeAnswer }

async function makeReady({ programs, toolchains }: Jail, judge: JudgeProgram): Promise<Ready> {
  const of = toolchains.get(judge.language)
  if (!of)
    return { fault: judgeFault(`This machine has no ${judge.language}, in which the judge’s program is.`) }
  const [main, ...beside] = judge.files
  const { program, release } = await programs.take(of, main?.content ?? '', beside)
  if (program.refused !== null) {
    release()
    return { fault: refusal(program.refused) }
  }
  const own = programCall(of, program, JUDGE_LIMITS)
  const command = judgeCommand(judge, own.command)
  return { call: (data) => ({ ...own, command, needs: [...own.needs, [data, DATA]] }), release }
}

function refusal(end: BoxEnd): JudgeAnswer {
  if (end.kind === 'failed')
    return judgeFault(`The judge’s program could not be compiled: ${end.detail}`, true)
  if (end.endedBy !== null)
    return judgeFault(`The compiler of the judge’s program was ended by a limit (${end.endedBy}).`, true)
  return judgeFault(`The judge’s program does not compile.\n${decodeOutput(end.stderr)}`)
}

/** Asks a judge's program about an output. @throws what the machine refuses, a full disk for one */
export async function askJudge(jail: Jail, ask: JudgeAsk, signal: AbortSignal): Promise<JudgeAnswer> {
  const ready = await makeReady(jail, ask.program)
  if ('fault' in ready) return ready.fault
  return withData(jail, ready, ask, async (call) => {
    const end = await runInBox(jail.tools, call, Buffer.of(), JUDGE_OUTPUT, signal)
    signal.throwIfAborted()
    return judgedBy(ask.program, end)
  })
}

/** Has a judge's program that is ready read its files; they go afterwards, and so does the hold on the program. */
async function withData<T>(
  { tools }: Jail,
  { call, release }: Exclude<Ready, { fault: JudgeAnswer }>,
  ask: Omit<JudgeAsk, 'program'>,
  run: (call: BoxCall) => Promise<T>,
): Promise<T> {
  try {
    const data = makeData(tools, ask)
    try {
      return await run(call(data.path))
    } finally {
      await data.remove()
    }
  } finally {
    release()
  }
}

/**
 * Lets a program talk to its judge about one case.
 * @throws what the machine refuses
 */
export async function talk(
  jail: Jail,
  program: BoxCall,
  limits: Limits,
  interactor: JudgeProgram,
  { stdin, expectedOutput = '' }: Case,
  signal: AbortSignal,
): Promise<Conversation & { judged: JudgeAnswer }> {
  const ready = await makeReady(jail, interactor)
  if ('fault' in ready) return { ...NOT_BEGUN, judged: ready.fault }
  return withData(jail, ready, { input: stdin, answer: expectedOutput, output: '' }, async (call) => {
    // Its own wall time, and the interactor's: a program that waits for that is not slow.
    const wallMs = program.limits.wallMs + JUDGE_LIMITS.cpuMs
    const patient = { ...program, limits: { ...program.limits, wallMs } }
    const own = startBox(jail.tools, patient, { ...limits, stdoutBytes: TALK_BYTES }, signal)
    const talked = await converse(own, startBox(jail.tools, call, JUDGE_OUTPUT, signal))
    signal.throwIfAborted()
    return { ...talked, judged: judgedBy(interactor, talked.interactor) }
  })
}

const NO_END: BoxEnd = {
  ...{ kind: 'ended', exitCode: 0, signal: null, endedBy: null, cpuMs: 0, wallMs: 0, memoryBytes: 0 },
  ...{ stdout: Buffer.of(), stderr: Buffer.of(), stdoutTruncated: false, stderrTruncated: false },
}
/** A talk without an interactor: nobody said anything. */
const NOT_BEGUN: Conversation = {
  ...{ program: NO_END, interactor: NO_END },
  ...{ isInteractorFirst: true, transcript: '' },
}
