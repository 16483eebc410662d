import { useState } from 'react'
import { ask } from './ask.ts'
import { askingOnce } from './askOnce.ts'

/** `ask` for one form: what it sends again after a lost answer is done once. Another form has keys of its own. */
export const useAskOnce = (): typeof ask => useState(() => askingOnce(ask))[0]
