import { foldCase } from '../../../api/fold-case.ts'
import { wireEmail } from './from-rows.ts'

/** The id of the account whose hidden address this one replaces, even if the account does not exist yet. */
export function idOnWire(email: string, host: string): number | undefined {
  const wanted = foldCase(email.trim())
  const digits = /^user(\d+)@/.exec(wanted)?.[1]
  return digits !== undefined && foldCase(wireEmail(Number(digits), host)) === wanted ? Number(digits) : undefined
}
