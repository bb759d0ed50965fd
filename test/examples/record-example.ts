import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Outcome } from '../../client/client.ts'
import { type Candidate, candidateOf, compareCandidates } from './candidate.ts'

/** Set by `npm run examples` alone. */
const folder = process.env['PARLEY_TEST_EXAMPLES']
const byId = new Map(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id, endpoint]))
/** The best so far, by operation and by whether it is a success. */
const best = new Map<string, Candidate>()
/** Longer ones make no examples, and take long to compare. */
const LONGEST = 6_000

/** Writes down what a test received, if it is a better example than those before. */
export function recordExample(received: Outcome): void {
  const endpoint = byId.get(received.operation)
  if (folder === undefined || endpoint === undefined) return
  if (JSON.stringify(received.answer ?? {}).length > LONGEST) return
  const candidate = candidateOf(endpoint, received)
  if (candidate === null || JSON.stringify(candidate).length > LONGEST) return
  const place = `${endpoint.id} ${received.outcome === 'success'}`
  const before = best.get(place)
  if (before && compareCandidates(before, candidate, endpoint) <= 0) return
  best.set(place, candidate)
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(candidate)}\n`)
}
