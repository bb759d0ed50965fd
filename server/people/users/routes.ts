import type { ParamsOf } from '../../../api/contract.ts'
import {
  getOwnUser,
  getUser,
  getUserByEmail,
  getUsers,
  updateUserByEmail,
  updateUser as updateUserEndpoint,
} from '../../../api/endpoints/users.ts'
import type { UserObject } from '../../../api/objects/user.ts'
import { findShownUser, noSuchUser } from '../../kernel/access/user-access.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { selectMaxMessageId, shownMaxMessageId } from '../../kernel/ledger/newest-received-sql.ts'
import { pictureUrl } from '../../kernel/realm-state/avatar.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import { isAdministrator, isGuest, isOwner, type User } from '../../kernel/realm-state/user.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { renderProfileData } from '../profile-fields/change-profile.ts'
import { botFields, fieldsOf, presentUnknown, presentUser, profileFields, sharesPresence } from '../sight/present.ts'
import { requireMayUpdate, updateUser } from './update-user.ts'

export const userRoutes = {
  getUsers: route(getUsers, ({ actor: { realm, user: viewer }, params }) => {
    const wanted = params.user_ids
      ? [...new Set(params.user_ids)].flatMap((id) => realm.users.get(id) ?? [])
      : [...realm.users.values()]
    const sees = sightOf(realm, viewer)
    const present = presenterFor(realm, viewer, params)
    return { members: wanted.map((user) => (sees(user) ? present(user) : presentUnknown(realm, user.id))) }
  }),

  getUser: route(getUser, (call) => {
    const { realm, user: viewer } = call.actor
    return { user: presenterFor(realm, viewer, call.params)(visibleUser(call, call.params.user_id)) }
  }),

  getUserByEmail: route(getUserByEmail, (call) => {
    const { realm, user: viewer } = call.actor
    return { user: presenterFor(realm, viewer, call.params)(visibleUser(call, call.params.email)) }
  }),

  getOwnUser: route(getOwnUser, async ({ db, actor: { realm, user } }) => {
    const person = presentUser(user, { viewer: user, clientGravatar: false })
    return {
      user_id: user.id,
      email: user.apiEmail,
      delivery_email: user.deliveryEmail,
      full_name: user.fullName,
      date_joined: person.date_joined,
      is_active: user.isActive,
      is_owner: isOwner(user),
      is_admin: isAdministrator(user),
      is_guest: isGuest(user),
      is_bot: user.isBot,
      role: user.role,
      timezone: user.timezone,
      avatar_url: pictureUrl(user, true),
      avatar_version: user.avatarVersion,
      is_imported_stub: user.isImportedStub,
      presence_enabled: sharesPresence(user),
      max_message_id: shownMaxMessageId((await selectMaxMessageId(user).execute(db)).rows),
      ...botFields(user),
      ...profileFields(user, fieldsOf(realm)),
    }
  }),

  updateUser: route(updateUserEndpoint, (call) => update(call, call.params.user_id, call.params)),

  updateUserByEmail: route(updateUserByEmail, (call) => update(call, call.params.email, call.params)),
}

type UserCall = Pick<Call<typeof getUser>, 'ctx' | 'db' | 'actor'>

/** The account of an id or an address, if the caller may see it. */
function visibleUser({ actor: { realm, user: viewer } }: UserCall, who: number | string): User {
  const user = findShownUser(realm, viewer, who)
  if (!user) throw noSuchUser()
  return user
}

interface ViewParams {
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}

function presenterFor(realm: RealmState, viewer: User, params: ViewParams): (user: User) => UserObject {
  const fields = params.include_custom_profile_fields ? fieldsOf(realm) : null
  const view = { viewer, clientGravatar: params.client_gravatar }
  return (user) => ({ ...presentUser(user, view), ...(fields ? profileFields(user, fields) : {}) })
}

/** Rendering takes time, so it is done before the transaction opens. */
async function update(
  call: UserCall & Pick<Call<typeof updateUserEndpoint>, 'transact'>,
  who: number | string,
  params: Omit<ParamsOf<typeof updateUserEndpoint>, 'user_id'>,
): Promise<Record<string, never>> {
  const { ctx, actor } = call
  requireMayUpdate(actor.user, { newEmail: params.new_email })
  const user = visibleUser(call, who)
  const render = async (source: string) => (await renderContent(call, actor, ctx.siteOf(actor.realm), source)).html
  const profile = params.profile_data && (await renderProfileData(actor, params.profile_data, render))
  const wanted = { fullName: params.full_name, role: params.role, newEmail: params.new_email, profile }
  await call.transact((tx) => updateUser(tx, user.id, wanted))
  return {}
}
