import type { Endpoint } from '../../api/contract.ts'
import type { Example, Examples } from '../../api/examples.ts'
import { type Candidate, compareCandidates } from '../../test/examples/candidate.ts'
import { fits } from './api-examples.ts'

/** For each operation a success and an error: those it has while they fit, otherwise the best of what tests received. */
export function chooseExamples(
  endpoints: readonly Endpoint[],
  old: Examples,
  candidates: readonly Candidate[],
): Examples {
  const chosen = endpoints.flatMap((endpoint) => {
    const ours = candidates.filter(({ operation, example }) => operation === endpoint.id && fits(endpoint, example))
    const success = keepOr(
      endpoint,
      old[endpoint.id]?.success,
      ours.filter(({ outcome }) => outcome === 'success'),
    )
    const error = keepOr(
      endpoint,
      old[endpoint.id]?.error,
      ours.filter(({ outcome }) => outcome !== 'success'),
    )
    return success ? [[endpoint.id, error ? { success, error } : { success }] as const] : []
  })
  return Object.fromEntries(chosen)
}

function keepOr(endpoint: Endpoint, old: Example | undefined, candidates: readonly Candidate[]): Example | undefined {
  if (old && fits(endpoint, old)) return old
  return candidates.toSorted((one, other) => compareCandidates(one, other, endpoint))[0]?.example
}
