import type { Config } from '../../kernel/base/config.ts'

/** Where a browser begins to sign in with the provider. */
export const SINGLE_SIGN_ON_PATH = '/accounts/login/social/oidc'

/** The provider in the list of ways that lead to another website. The same path signs in and creates accounts. */
export const presentProvider = ({ oidc }: Pick<Config, 'oidc'>) =>
  oidc
    ? [
        {
          name: 'oidc',
          display_name: oidc.name,
          display_icon: null,
          login_url: SINGLE_SIGN_ON_PATH,
          signup_url: SINGLE_SIGN_ON_PATH,
        },
      ]
    : []
