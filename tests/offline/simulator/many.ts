import { playExam } from './exam.ts'

/** Plays seeds from…to; throws with the first seed that breaks an invariant, so that it can be played again alone. */
export async function playMany(from: number, to: number): Promise<number> {
  for (let seed = from; seed <= to; seed++) {
    const broken = await playExam({ seed })
    if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')}`)
  }
  return to - from + 1
}

const SHORT_RUN = 0.4
/** The share of exams that the short run plays, and how often the long one plays all of them. */
export const times = Number(process.env.HOLDFAST_EXAMS_TIMES ?? SHORT_RUN)
