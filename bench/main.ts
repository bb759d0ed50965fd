import { parseArgs } from 'node:util'
import { bundledEntry } from '../scripts/bundled.mjs'
import { openBench } from './bench.ts'
import type { Figure } from './figure.ts'
import { readBaseline, recordBaseline } from './report/baseline.ts'
import { writePerformancePage } from './report/performance-page.ts'
import { textTable } from './report/table.ts'
import type { Scenario } from './scenario.ts'
import { greedyMember } from './scenarios/a1-greedy-member.ts'
import { sending } from './scenarios/b1-sending.ts'
import { channelSize } from './scenarios/b2-channel-size.ts'
import { fanOut } from './scenarios/b3-fan-out.ts'
import { idleQueues } from './scenarios/b4-idle-queues.ts'
import { register } from './scenarios/b5-register.ts'
import { fetching } from './scenarios/b6-fetching.ts'
import { flags } from './scenarios/b7-flags.ts'
import { presence } from './scenarios/b8-presence.ts'
import { moving } from './scenarios/b9-moving.ts'
import { start } from './scenarios/b10-start.ts'
import { mixedLoad } from './scenarios/b11-mixed-load.ts'
import { largeChanges } from './scenarios/b12-large-changes.ts'
import { everyday } from './scenarios/everyday/b13-everyday.ts'
import { growth } from './scenarios/everyday/g1-growth.ts'
import { importing } from './scenarios/i1-import.ts'
import { markdown } from './scenarios/m1-markdown.ts'
import { firstLoad } from './scenarios/w1-first-load.ts'
import { opening } from './scenarios/w2-opening.ts'
import { scrolling } from './scenarios/w3-scrolling.ts'
import { switching } from './scenarios/w4-switching.ts'
import { typing } from './scenarios/w5-typing.ts'
import { inbox } from './scenarios/w6-inbox.ts'
import { events } from './scenarios/w7-events.ts'
import { palette } from './scenarios/w8-palette.ts'

/** In this order: what reads comes first, because sends leave hundreds of thousands of messages and work for jobs behind. */
const scenarios: readonly Scenario[] = [
  firstLoad,
  opening,
  scrolling,
  switching,
  typing,
  inbox,
  events,
  palette,
  register,
  fetching,
  flags,
  presence,
  mixedLoad,
  sending,
  channelSize,
  fanOut,
  idleQueues,
  moving,
  start,
  largeChanges,
  everyday,
  growth,
  markdown,
  importing,
  greedyMember,
]

const HELP = `npm run bench [-- SCENARIO …] [--rounds N] [--record]

${scenarios.map((one) => `  ${one.id.padEnd(4)} ${one.title}${one.onlyWhenNamed ? ' (only when named)' : ''}`).join('\n')}

  --rounds N   rounds of measurement and floor in turn (5)
  --size S     the small data set, to try a scenario; its figures mean nothing
  --record     write bench/baseline.json and docs/performance.md
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    size: { type: 'string', default: 'M' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) console.log(HELP)
else await main()

async function main(): Promise<void> {
  const chosen = choose()
  const isSmall = values.size.toUpperCase() === 'S'
  if (isSmall && values.record) throw new Error('Only figures of the data set M are recorded.')
  // What is measured is what `npm start` runs.
  process.env['PARLEY_TEST_ENTRY'] = bundledEntry(process.execPath)
  const bench = openBench(Number(values.rounds), isSmall ? 'S' : 'M')
  const figures: Figure[] = []
  try {
    for (const scenario of chosen) {
      console.error(`${scenario.id}: ${scenario.title}`)
      figures.push(...(await scenario.run(bench)))
    }
  } catch (error) {
    // Stopping ends open connections, which would hide the cause.
    console.error(error)
    throw error
  } finally {
    await bench.stopServer()
  }
  console.log(textTable(figures, readBaseline()))
  if (values.record) writePerformancePage(recordBaseline(figures), scenarios)
  if (figures.some((one) => one.met === false)) process.exitCode = 1
}

function choose(): Scenario[] {
  const named = positionals.map((id) => id.toUpperCase())
  const unknown = named.find((id) => !scenarios.some((scenario) => scenario.id === id))
  if (unknown !== undefined) {
    console.error(`There is no scenario ${unknown}.\n\n${HELP}`)
    process.exit(2)
  }
  return scenarios.filter((one) => (named.length > 0 ? named.includes(one.id) : !one.onlyWhenNamed))
}
