import * as z from 'zod'
import { RealmPlayground } from '../objects/realm.ts'
import { event, registerFields } from './base.ts'

export const PlaygroundsChanged = event('realm_playgrounds', {
  realm_playgrounds: z.array(RealmPlayground).describe('All code playgrounds of the organization.'),
}).describe('The code playgrounds changed.')

export const realmPlaygroundsFields = registerFields('realm_playgrounds', {
  realm_playgrounds: z.array(RealmPlayground).describe('The code playgrounds of the organization.'),
})
