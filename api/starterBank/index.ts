import { ballastBalance } from './problems/ballast-balance.ts'
import { berthPlanner } from './problems/berth-planner.ts'
import { buoySpacing } from './problems/buoy-spacing.ts'
import { cableDrums } from './problems/cable-drums.ts'
import { cargoManifest } from './problems/cargo-manifest.ts'
import { containerStack } from './problems/container-stack.ts'
import { dockBookings } from './problems/dock-bookings.ts'
import { dredgingDays } from './problems/dredging-days.ts'
import { fogRoute } from './problems/fog-route.ts'
import { harbourLights } from './problems/harbour-lights.ts'
import { lighthouseRelay } from './problems/lighthouse-relay.ts'
import { signalFlags } from './problems/signal-flags.ts'
import { tideWindows } from './problems/tide-windows.ts'
import { voyageSpeed } from './problems/voyage-speed.ts'
import { complexityQuestions } from './questions/complexity.ts'
import { dataStructureQuestions } from './questions/data-structures.ts'
import { diagramOptionQuestions } from './questions/diagram-options.ts'
import { diagramQuestions } from './questions/diagrams.ts'
import { gitQuestions } from './questions/git.ts'
import { javascriptQuestions } from './questions/javascript.ts'
import { networkingQuestions } from './questions/networking.ts'
import { operatingSystemQuestions } from './questions/operating-systems.ts'
import { pythonQuestions } from './questions/python.ts'
import { sqlQuestions } from './questions/sql.ts'
import { testingQuestions } from './questions/testing.ts'
import type { BankProblem, BankQuestion } from './types.ts'

/** From easy to hard. */
export const bankProblems: BankProblem[] = [
  tideWindows,
  cableDrums,
  harbourLights,
  signalFlags,
  voyageSpeed,
  berthPlanner,
  cargoManifest,
  containerStack,
  fogRoute,
  buoySpacing,
  lighthouseRelay,
  dockBookings,
  ballastBalance,
  dredgingDays,
]

export const bankQuestions: BankQuestion[] = [
  ...javascriptQuestions,
  ...pythonQuestions,
  ...dataStructureQuestions,
  ...complexityQuestions,
  ...sqlQuestions,
  ...networkingQuestions,
  ...operatingSystemQuestions,
  ...gitQuestions,
  ...testingQuestions,
  ...diagramQuestions,
  ...diagramOptionQuestions,
]
