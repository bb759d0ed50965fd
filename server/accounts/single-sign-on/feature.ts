import { feature } from '../../kernel/feature.ts'
import { identityProvider } from './identity-provider.ts'

export const singleSignOnFeature = feature({
  shares: ['enter-with-claims', 'identity-provider', 'provider-failure', 'sign-in-state'],
  resources: [identityProvider],
})
