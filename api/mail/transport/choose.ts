import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { folderTransport } from './folder.ts'
import { smtpTransport } from './smtp.ts'
import type { MailTransport } from './transport.ts'

/** The mail server where one is set, else the data directory's folder. */
export const mailTransport = (config: Config, now: () => number): MailTransport =>
  config.smtpUrl === null
    ? folderTransport(join(config.dataDirectory, 'mail'))
    : smtpTransport(config.smtpUrl, now)
