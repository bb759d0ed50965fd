import { ApiError, badRequest } from '../../../api/errors.ts'
import { fullNameProblem, isEmail } from '../../kernel/base/person-rules.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Role, User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { requireAllowedEmail } from '../../organization/domains/access.ts'
import { requireFreeEmail } from '../../people/users/create-user.ts'
import { maySubscribeNewcomers } from './access.ts'
import type { Invitation } from './invitation.ts'
import { OPERATOR_INVITATION, operatorsInviter } from './invite-as-operator.ts'
import { makeInvitations } from './invite-by-email.ts'
import { openInvitationsTo } from './queries.ts'

export interface InviteRequest {
  readonly email: string
  /** Suggested on the page where they join. Empty: none. */
  readonly fullName: string
  readonly role: Role
  /** Names. */
  readonly channels: readonly string[]
}

/** What becomes of somebody. An invitation of an earlier run is used again. */
export type Fate =
  | { readonly is: 'new'; readonly channelIds: readonly number[] }
  | { readonly is: 'invited'; readonly invitation: Invitation }
  | { readonly is: 'account' }
  | { readonly is: 'refused'; readonly reason: string }

/** Decides about each person, in their order. Changes nothing. */
export async function fatesOf(
  db: Db,
  realm: RealmState,
  now: number,
  people: readonly InviteRequest[],
): Promise<Fate[]> {
  const inviter = operatorsInviter(realm)
  const addresses = people.map(({ email }) => email)
  const open = await openInvitationsTo(db, realm.id, now, addresses)
  const invitations = new Map(open.map((one) => [one.email!.toLowerCase(), one]))
  return people.map((person) => {
    if (realm.accountByEmail(person.email)) return { is: 'account' }
    const invitation = invitations.get(person.email.toLowerCase())
    return invitation ? { is: 'invited', invitation } : newFate(realm, inviter, person)
  })
}

function newFate(realm: RealmState, inviter: User, { email, fullName, channels }: InviteRequest): Fate {
  try {
    if (!isEmail(email)) throw badRequest(`"${email}" is not an email address.`)
    const problem = fullName === '' ? null : fullNameProblem(fullName)
    if (problem !== null) throw badRequest(problem)
    requireAllowedEmail(realm, email)
    requireFreeEmail(realm, email)
    return { is: 'new', channelIds: [...new Set(channels.map((name) => channelOf(realm, inviter, name)))] }
  } catch (error) {
    if (error instanceof ApiError) return { is: 'refused', reason: error.message }
    throw error
  }
}

function channelOf(realm: RealmState, inviter: User, name: string): number {
  const channel = realm.channelByName(name)
  if (!channel) throw badRequest(`There is no channel "${name}".`)
  // When they join, channels to which the inviter cannot add people are left out.
  if (!maySubscribeNewcomers(realm, inviter, channel))
    throw badRequest(`${inviter.fullName}, in whose name people are invited, cannot add people to "${name}".`)
  return channel.id
}

/** Invites those who are new. Returns what became of each, with all invitations. */
export async function invitePeople(
  tx: Tx,
  secret: Secret,
  people: readonly InviteRequest[],
  { mails }: { readonly mails: boolean },
): Promise<{ fates: Fate[]; made: ReadonlyMap<string, Invitation> }> {
  const fates = await fatesOf(tx.db, tx.realm, tx.now, people)
  const inviter = operatorsInviter(tx.realm)
  const made = new Map<string, Invitation>()
  const alike = Map.groupBy(
    people.flatMap((person, index) => {
      const fate = fates[index]!
      return fate.is === 'new' ? [{ ...person, channelIds: fate.channelIds }] : []
    }),
    ({ role, channelIds }) => JSON.stringify([role, channelIds]),
  )
  for (const group of alike.values()) {
    const { role, channelIds } = group[0]!
    const wanted = { ...OPERATOR_INVITATION, role, channelIds, emails: group.map(({ email }) => email) }
    const fullNames = new Map(group.map(({ email, fullName }) => [email, fullName]))
    const invitations = await makeInvitations(tx, secret, inviter, wanted, { mails, fullNames })
    for (const one of invitations) made.set(one.email!, one)
  }
  return { fates, made }
}
