import { getServerSettings } from '../../../api/endpoints/authentication.ts'
import {
  deactivateRealm as deactivateRealmEndpoint,
  testWelcomeBotCustomMessage as testWelcomeEndpoint,
  updateRealmUserSettingsDefaults as updateDefaultsEndpoint,
  updateRealm as updateRealmEndpoint,
} from '../../../api/endpoints/realm.ts'
import { admitsVisitors } from '../../kernel/access/visitors.ts'
import { versionFields } from '../../kernel/base/version.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/database.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { route } from '../../kernel/http/route.ts'
import type { AuthenticationMethod } from '../../kernel/realm-state/realm-info.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { checkSettings } from '../../people/users/check-settings.ts'
import { realmPictureUrl } from '../realm-pictures/present.ts'
import { availableMethods, isMethodEnabled } from '../sign-in-methods/methods.ts'
import { presentProvider } from '../sign-in-methods/present.ts'
import { needsOwner } from './access.ts'
import { deactivateRealm } from './deactivate-realm.ts'
import { readSettings } from './read-settings.ts'
import { updateAccountDefaults } from './update-account-defaults.ts'
import { updateRealm } from './update-realm.ts'

/** Without an organization, all that the server has counts. */
const isOffered = ({ config }: Context, realm: RealmState | null | undefined, name: AuthenticationMethod): boolean =>
  isMethodEnabled(config, realm?.info ?? { disabledMethods: [] }, name)

/** Rendered for everybody: with nothing that only some may see. */
async function renderedDescription(
  { ctx, db }: { readonly ctx: Context; readonly db: Db },
  realm: RealmState,
  client: string,
): Promise<string> {
  const author = { realm, user: realm.systemBot('notification'), client, address: null }
  const { html } = await renderContent({ db }, author, ctx.siteOf(realm), realm.info.settings.description)
  return html
}

export const realmRoutes = {
  getServerSettings: route(getServerSettings, async ({ ctx, db, actor: { realm, client } }) => ({
    authentication_methods: {
      password: isOffered(ctx, realm, 'Email'),
      dev: ctx.config.development,
      email: isOffered(ctx, realm, 'Email'),
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: false,
      'openid connect': isOffered(ctx, realm, 'OpenID Connect'),
      discord: false,
    },
    external_authentication_methods: isOffered(ctx, realm, 'OpenID Connect') ? presentProvider(ctx.config) : [],
    ...versionFields(),
    push_notifications_enabled: ctx.config.pushRelayUrl !== null,
    is_incompatible: false,
    email_auth_enabled: isOffered(ctx, realm, 'Email'),
    require_email_format_usernames: true,
    ...(realm
      ? {
          realm_uri: ctx.addressOf(realm),
          realm_url: ctx.addressOf(realm),
          realm_name: realm.name,
          realm_icon: realmPictureUrl(realm.info, 'icon'),
          realm_description: await renderedDescription({ ctx, db }, realm, client),
          realm_web_public_access_enabled: admitsVisitors(realm),
        }
      : {}),
  })),

  updateRealm: route(updateRealmEndpoint, async (call) => {
    const { ctx, actor, params } = call
    const wanted = readSettings(params, ctx.config.calls)
    const role = needsOwner(wanted) ? 'owner' : 'administrator'
    requireRole(role, actor.user)
    const { html } = await renderContent(call, actor, ctx.siteOf(actor.realm), params.description ?? '')
    await call.transact((tx) => {
      // The caller may have lost the role while the request waited.
      requireRole(role, tx.actor.user)
      return updateRealm(tx, wanted, html, availableMethods(ctx.config))
    })
    return {}
  }),

  deactivateRealm: route(deactivateRealmEndpoint, async (call) => {
    await call.transact((tx) => {
      requireRole('owner', tx.actor.user)
      return deactivateRealm(tx, call.params.deletion_delay_days ?? null)
    })
    return {}
  }),

  updateRealmUserSettingsDefaults: route(updateDefaultsEndpoint, async (call) => {
    const wanted = checkSettings(call.params)
    await call.transact((tx) => {
      requireRole('administrator', tx.actor.user)
      return updateAccountDefaults(tx, wanted)
    })
    return {}
  }),

  testWelcomeBotCustomMessage: route(testWelcomeEndpoint, async (call) => {
    const { welcome_message_custom_text: text } = call.params
    const { id } = await call.transact((tx) => {
      requireRole('administrator', tx.actor.user)
      return tx.send({
        senderId: tx.realm.systemBot('welcome').id,
        to: { userIds: [tx.actor.user.id] },
        content: text,
      })
    })
    return { message_id: id }
  }),
}
