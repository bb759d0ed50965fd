import { foldCase } from '../../../../api/fold-case.ts'
import { botType, canBeAddress, knownSettings } from '../people.ts'
import type { SourcePerson } from '../source.ts'
import type { SurveyRun } from './survey-run.ts'

interface MatchedAccount {
  readonly id: number
  readonly isBot: boolean
}

/** Who is new, and who has an account here. Bots come second, as in the import. */
export async function surveyPeople(run: SurveyRun): Promise<void> {
  const before = await run.known('person')
  const emails = new Map<string, MatchedAccount>()
  for (const areBots of [false, true])
    for await (const person of run.source.people()) {
      if (person.isBot !== areBots) continue
      const id = before.get(person.id) ?? countPerson(run, person, emails)
      run.people.set(person.id, id)
    }
}

function countPerson(run: SurveyRun, person: SourcePerson, emails: Map<string, MatchedAccount>): number {
  const { realm, report, count } = run
  if (person.systemBot) return realm.systemBot(person.systemBot).id
  const email = foldCase(person.email.trim())
  const found: MatchedAccount | undefined = realm.accountByEmail(person.email) ?? emails.get(email)
  if (found?.isBot === person.isBot) {
    count('people found by email')
    return found.id
  }
  const id = -1 - run.people.size
  if (found || !canBeAddress(realm, email)) report.leftOut('email addresses that cannot be used', person.where)
  else emails.set(email, { id, isBot: person.isBot })
  if (person.isBot) botType({ report }, person)
  else knownSettings({ report }, person)
  count(person.isBot ? 'bots' : 'people')
  return id
}
