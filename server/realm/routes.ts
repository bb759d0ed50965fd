import { getServerSettings } from '../../api/endpoints/authentication.ts'
import { versionFields } from '../base/version.ts'
import { route } from '../http/route.ts'
import { admitsVisitors } from './visitors.ts'

export const realmRoutes = {
  getServerSettings: route(getServerSettings, ({ ctx, actor: { realm } }) => ({
    authentication_methods: {
      password: true,
      dev: ctx.config.development,
      email: true,
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: false,
      'openid connect': false,
      discord: false,
    },
    external_authentication_methods: [],
    ...versionFields(),
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    ...(realm
      ? {
          realm_uri: ctx.addressOf(realm),
          realm_url: ctx.addressOf(realm),
          realm_name: realm.name,
          realm_icon: '',
          realm_description: realm.info.settings.description,
          realm_web_public_access_enabled: admitsVisitors(realm),
        }
      : {}),
  })),
}
