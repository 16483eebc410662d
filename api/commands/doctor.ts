import { examine, formatDiagnoses } from '../doctor/doctor.ts'
import type { Command } from './command.ts'
import { createExecutor } from './installation.ts'

/** Looks at everything an installation needs, and says what to do. */
export const doctorCommand: Command = {
  summary:
    'checks clock, disk, proxy, certificate, mail, engines and more, and says what to do; beside a server too',
  usage: '',
  most: 0,
  options: {},
  help: [],
  async run({ config, progress }) {
    const executor = createExecutor(config)
    try {
      const found = await examine({
        config,
        executor,
        timeZone: process.env.TZ,
        told: (name) => progress(`${name} …`),
      })
      const ok = found.every((one) => one.ok !== false)
      return { text: formatDiagnoses(found), json: { ok, checks: found }, ok }
    } finally {
      await executor.close()
    }
  },
}
