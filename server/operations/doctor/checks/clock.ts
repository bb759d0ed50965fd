import { sql } from 'kysely'
import type { Config } from '../../../kernel/base/config.ts'
import type { Check, Patient } from '../check.ts'

/** Seconds. Times in messages come from this machine. Object storage refuses requests from 15 minutes on. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 30
const PATIENCE = 10_000

/** Compares the clock with those of the database and of services that the server uses anyway. */
export const clockCheck: Check = {
  name: 'clock',
  async examine(patient) {
    for (const [whose, difference] of await differences(patient))
      if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE_SECONDS)
        return `The clock of this machine differs by ${Math.round(Math.abs(difference))} seconds from that of ${whose}: let both be set by NTP.`
    return null
  },
}

async function differences(patient: Patient): Promise<[string, number][]> {
  const found: [string, number][] = []
  if (patient.db) {
    const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(
      patient.db,
    )
    found.push(['the database', rows[0]!.now - Date.now() / 1000])
  }
  for (const url of services(patient.config)) {
    const date = await dateAt(url, patient.signal)
    if (date !== null) found.push([new URL(url).host, date - Date.now() / 1000])
  }
  return found
}

const services = ({ s3, oidc }: Config): string[] => [
  ...(s3 ? [s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`] : []),
  ...(oidc ? [oidc.issuer] : []),
]

/** Null if it does not answer, which other checks report. */
async function dateAt(url: string, signal: AbortSignal): Promise<number | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: limit }).catch(() => null)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? null : date / 1000
}
