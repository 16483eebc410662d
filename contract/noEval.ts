import { config } from 'zod'

/** For pages, which import it first: they may not make programs of text. Without it that is tried once, and refused, at each page. */
config({ jitless: true })
