import { feature } from '../../kernel/feature.ts'
import { FIELD_TYPES, profileFieldsState } from './initial-state.ts'
import { profileFieldsInvariants } from './invariants.ts'
import { profileFieldRoutes } from './routes.ts'

export const profileFieldsFeature = feature({
  shares: ['change-profile', 'external-accounts', 'field-data', 'profile-value'],
  routes: profileFieldRoutes,
  state: [profileFieldsState],
  visitorState: [
    {
      types: ['custom_profile_fields'],
      take: () => ({ custom_profile_fields: [], custom_profile_field_types: FIELD_TYPES }),
    },
  ],
  invariants: profileFieldsInvariants,
})
