import { playExam } from './exam.ts'

/** Plays seeds from…to; throws with the first seed that breaks an invariant, so that it can be played again alone. */
export async function playMany(from: number, to: number): Promise<number> {
  for (let seed = from; seed <= to; seed++) {
    const broken = await playExam({ seed })
    if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')}`)
  }
  return to - from + 1
}

/** How often the short run is multiplied in the long one. */
export const times = Number(process.env.HOLDFAST_EXAMS_TIMES ?? 1)
