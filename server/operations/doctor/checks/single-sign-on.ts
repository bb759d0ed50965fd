import { openIdentityProvider } from '../../../accounts/single-sign-on/identity-provider.ts'
import { ProviderFailure } from '../../../accounts/single-sign-on/provider-failure.ts'
import { systemClock } from '../../../kernel/base/clock.ts'
import { OutgoingRequests } from '../../../kernel/base/outgoing-requests.ts'
import type { Check } from '../check.ts'

export const singleSignOnCheck: Check = {
  name: 'single sign-on',
  isWanted: ({ config }) => config.oidc !== null,
  async examine({ config }) {
    const provider = openIdentityProvider(config, new OutgoingRequests(config.outgoingAllow), systemClock)!
    try {
      await provider.requireUsable()
      return null
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return `The provider of single sign-on cannot be used, because ${error.message}: check PARLEY_OIDC_ISSUER, and PARLEY_OUTGOING_ALLOW if it is in a private network.`
    }
  },
}
