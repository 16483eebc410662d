import DOMPurify from 'dompurify'
import { trustedTypes } from '#pwa/http/trustedTypes.ts'
import 'driver.js/dist/driver.css'
import './tour.css'

// The guide puts its words into the page as HTML.
trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) })

export { driver } from 'driver.js'
