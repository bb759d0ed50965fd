import { type StateSlice, type VisitorRequest, wantRows } from '../../kernel/register/snapshot.ts'
import { selectSteps } from './queries.ts'
import { stepsLeft } from './steps.ts'

/** There is no video that introduces the product. */
const NO_VIDEO = { navigation_tour_video_url: null }

export const onboardingState: StateSlice = {
  types: ['onboarding_steps'],
  take: ({ realm, user }) =>
    user.isBot
      ? { onboarding_steps: [], ...NO_VIDEO }
      : wantRows(
          (db) => selectSteps(db, { realmId: realm.id, userId: user.id }),
          (rows) => ({ onboarding_steps: stepsLeft(new Set(rows.map(({ name }) => name))), ...NO_VIDEO }),
        ),
}

/** Nothing is remembered of a visitor, so nothing is shown. */
export const visitorOnboardingState: StateSlice<VisitorRequest> = {
  types: ['onboarding_steps'],
  take: () => ({ onboarding_steps: [], ...NO_VIDEO }),
}
