import { useState } from 'react'
import { type IdempotentRequest, idempotentRequests, type KeptCall } from './idempotentRequest.ts'
import { requestAt } from './request.ts'

/**
 * `ask` for one form: what it sends again after a lost answer is done once. Another form has keys of its own.
 * @param kept where its call without an answer outlives the page; without one it does not
 */
export const useIdempotentRequest = (kept?: KeptCall): IdempotentRequest =>
  useState(() => idempotentRequests(requestAt, kept))[0]
