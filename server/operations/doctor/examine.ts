import type { Check, Patient } from './check.ts'
import { backupCheck } from './checks/backup.ts'
import { bucketCheck } from './checks/bucket.ts'
import { clockCheck } from './checks/clock.ts'
import { databaseCheck } from './checks/database.ts'
import { descriptorsCheck } from './checks/descriptors.ts'
import { diskCheck } from './checks/disk.ts'
import { mailCheck } from './checks/mail.ts'
import { proxyHeadersCheck } from './checks/proxy-headers.ts'
import { publicAddressCheck } from './checks/public-address.ts'
import { singleSignOnCheck } from './checks/single-sign-on.ts'
import { uploadSizeCheck } from './checks/upload-size.ts'
import { waitingRequestsCheck } from './checks/waiting-requests.ts'
import { visitPublicAddress } from './visit/visit.ts'

/** The one that takes a minute is the last. */
const CHECKS: readonly Check[] = [
  databaseCheck,
  backupCheck,
  diskCheck,
  clockCheck,
  descriptorsCheck,
  bucketCheck,
  mailCheck,
  singleSignOnCheck,
  publicAddressCheck,
  proxyHeadersCheck,
  uploadSizeCheck,
  waitingRequestsCheck,
]

export interface CheckResult {
  readonly name: string
  /** One sentence. Null: it is in order. */
  readonly problem: string | null
}

/** Makes all checks at once and returns what they find, in order. */
export async function* examine(given: Omit<Patient, 'visit'>): AsyncGenerator<CheckResult> {
  let visit: ReturnType<Patient['visit']> | undefined
  const patient: Patient = {
    ...given,
    visit() {
      visit ??= visitPublicAddress(given.config.url, given.secret!, given.signal)
      return visit
    },
  }
  const wanted = CHECKS.filter(({ isWanted = () => true }) => isWanted(patient))
  const running = wanted.map(async (check) => ({ name: check.name, problem: await findingOf(check, patient) }))
  for (const check of running) {
    const { name, problem } = await check
    if (problem !== undefined) yield { name, problem }
  }
}

async function findingOf(check: Check, patient: Patient): Promise<string | null | undefined> {
  try {
    return await check.examine(patient)
  } catch (error) {
    return `It could not be checked (${(error as Error).message}): try again.`
  }
}
