import { config } from 'zod'

// Pages may not make programs of text; without this it is tried once, and refused, at every page that is opened.
config({ jitless: true })
