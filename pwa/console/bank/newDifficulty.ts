import { LEVELS } from '#machines/drive/draw.ts'

const drawn = new Intl.ListFormat('en-GB').format(LEVELS)

/** Said before somebody makes a difficulty of their own. */
export const newDifficulty = `Assessments draw ${drawn} only.`
