import { expect } from 'playwright/test'

/** What the page must show. What a busy machine does late is not wrong: it is waited for longer than Playwright does. */
export const see = expect.configure({ timeout: 45_000 })
