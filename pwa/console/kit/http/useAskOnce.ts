import { useState } from 'react'
import { askAt } from './ask.ts'
import { type AskOnce, askingOnce, type KeptCall } from './askOnce.ts'

/**
 * `ask` for one form: what it sends again after a lost answer is done once. Another form has keys of its own.
 * @param kept where its call without an answer outlives the page; without one it does not
 */
export const useAskOnce = (kept?: KeptCall): AskOnce => useState(() => askingOnce(askAt, kept))[0]
