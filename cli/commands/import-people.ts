import { resolve } from 'node:path'
import { type Fate, fatesOf, invitePeople } from '../../server/accounts/invitations/invite-people.ts'
import { invitationLink } from '../../server/accounts/invitations/key.ts'
import { seconds } from '../../server/kernel/base/clock.ts'
import { StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import type { Context } from '../../server/kernel/context.ts'
import { readShortFile, whyUnreadable } from '../../server/kernel/files/read-short-file.ts'
import type { RealmState } from '../../server/kernel/realm-state/realm-state.ts'
import type { Input } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { type ListedPerson, readPeople } from '../people-file.ts'
import { printable } from '../printable.ts'
import { nameOfRole } from '../roles.ts'
import { withContext } from '../with-context.ts'

/** The number of people in one transaction. Others wait for it. */
const IN_A_PIECE = 100
/** Enough for a hundred thousand people. */
const MAX_FILE_MIB = 32

type Counts = Record<Fate['is'], number>
type Piece = (people: readonly ListedPerson[]) => Promise<readonly Fate[]>

export const run = (input: Input): Promise<void> => {
  const { people, broken } = readPeople(contentOf(resolve(input.arguments[0] ?? '')))
  const isDry = input.isOn('dry-run')
  return withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const piece = isDry ? dryRun(ctx, realm) : invites(ctx, realm, input.isOn('links'))
    const counts: Counts = { new: 0, invited: 0, account: 0, refused: broken.length }
    for (const { line, problem } of broken) report(line, problem)
    for (let at = 0; at < people.length; at += IN_A_PIECE) {
      const some = people.slice(at, at + IN_A_PIECE)
      for (const [index, fate] of (await piece(some)).entries()) {
        counts[fate.is] += 1
        if (fate.is === 'refused') report(some[index]!.line, fate.reason)
      }
    }
    // The links alone are on the standard output, for another program.
    const print = input.isOn('links') && !isDry ? console.error : console.log
    print(summary(counts, isDry))
  })
}

function contentOf(file: string): string {
  try {
    return readShortFile(file, MAX_FILE_MIB)
  } catch (error) {
    throw new StartupRefusal(`${file} cannot be read (${whyUnreadable(error)}): check its name and its permissions.`)
  }
}

const dryRun =
  (ctx: Context, realm: RealmState): Piece =>
  async (people) => {
    const fates = await fatesOf(ctx.database.db, realm, seconds(ctx.clock), people)
    for (const [index, fate] of fates.entries()) {
      const { email, role, channels } = people[index]!
      const places = channels.length === 0 ? '' : ` in ${channels.join(', ')}`
      if (fate.is === 'new') console.log(printable(`${email} would be invited as ${nameOfRole(role)}${places}`))
    }
    return fates
  }

const invites =
  (ctx: Context, realm: RealmState, links: boolean): Piece =>
  async (people) => {
    const { fates, made } = await ctx.transact(realm.id, (tx) =>
      invitePeople(tx, ctx.secret, people, { mails: !links }),
    )
    if (!links) return fates
    for (const [index, { email, fullName }] of people.entries()) {
      const fate = fates[index]!
      // The link of an earlier run is printed again, because that run may have been interrupted.
      const invitation = fate.is === 'invited' ? fate.invitation : made.get(email)
      if (!invitation) continue
      const link = invitationLink(ctx.addressOf(realm), ctx.secret.unsealKey(invitation.keySealed), fullName)
      console.log([fullName, email, link].map(printable).join('\t'))
    }
    return fates
  }

const report = (line: number, problem: string): void => console.error(printable(`Line ${line}: ${problem}`))

function summary({ new: made, invited, account, refused }: Counts, isDry: boolean): string {
  const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`
  const lines = `${refused} ${refused === 1 ? 'line' : 'lines'}`
  return `${people(made)} ${isDry ? 'would be invited' : 'invited'}, ${invited} invited before, ${account} with an account, ${lines} skipped.`
}
