import { expect } from 'playwright/test'

/**
 * Expects what the page must show. A busy machine's late answer is not wrong, so it is waited for longer than
 * Playwright does.
 */
export const see = expect.configure({ timeout: 45_000 })
