import type { StateSlice, VisitorRequest } from '../register/snapshot.ts'
import { stepsSeen } from './queries.ts'
import { stepsLeft } from './steps.ts'

/** There is no video that introduces the product. */
const NO_VIDEO = { navigation_tour_video_url: null }

export const onboardingState: StateSlice = {
  types: ['onboarding_steps'],
  take: ({ realm, user }) =>
    user.isBot
      ? { onboarding_steps: [], ...NO_VIDEO }
      : async (db) => {
          const seen = await stepsSeen(db, { realmId: realm.id, userId: user.id })
          return { onboarding_steps: stepsLeft(seen), ...NO_VIDEO }
        },
}

/** Nothing is remembered of a visitor, so nothing is shown. */
export const visitorOnboardingState: StateSlice<VisitorRequest> = {
  types: ['onboarding_steps'],
  take: () => ({ onboarding_steps: [], ...NO_VIDEO }),
}
