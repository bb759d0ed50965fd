/** What kind of organization it is, by the numbers of the contract. */
export const ORG_TYPES = {
  unspecified: 0,
  business: 10,
  'open-source': 20,
  'education-nonprofit': 30,
  education: 35,
  research: 40,
  event: 50,
  nonprofit: 60,
  government: 70,
  political: 80,
  community: 90,
  personal: 100,
  other: 1000,
} as const
export type OrgType = keyof typeof ORG_TYPES

const VISIBLE = { toEveryone: 1, toAdministrators: 3, toModerators: 5 } as const

/** Who sees the addresses of people who join: few, unless such organizations usually expect otherwise. */
export function emailVisibilityFor(type: OrgType): 1 | 3 | 5 {
  if (type === 'business') return VISIBLE.toEveryone
  if (type === 'education' || type === 'education-nonprofit') return VISIBLE.toModerators
  return VISIBLE.toAdministrators
}
