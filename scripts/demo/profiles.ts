import { createCustomProfileField, updateProfileData } from '../../api/endpoints/profile-fields.ts'
import { updateSettings } from '../../api/endpoints/settings.ts'
import type { Members } from './organization.ts'
import type { PersonKey } from './people.ts'

const SHORT_TEXT = 1
const PRONOUNS = 8

const ZONES: Readonly<Partial<Record<PersonKey, string>>> = {
  tomasz: 'Europe/Warsaw',
  chidera: 'Africa/Lagos',
  priya: 'Asia/Kolkata',
  misaki: 'Asia/Tokyo',
  'lars-erik': 'Europe/Oslo',
  doyun: 'Asia/Seoul',
}

/** Where people are, and what they say about themselves. */
export async function describePeople(members: Members): Promise<void> {
  const mara = members.get('mara')!.client
  for (const [key, timezone] of Object.entries(ZONES))
    await members.get(key as PersonKey)!.client.call(updateSettings, { timezone })
  const fieldOf = async (name: string, field_type: number) =>
    (await mara.call(createCustomProfileField, { name, field_type })).id
  const pronouns = await fieldOf('Pronouns', PRONOUNS)
  const work = await fieldOf('Works on', SHORT_TEXT)
  await members.get('misaki')!.client.call(updateProfileData, {
    data: [
      { id: pronouns, value: 'she/her' },
      { id: work, value: 'Search and data, Osaka' },
    ],
  })
}
