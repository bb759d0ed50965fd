import type { z } from 'zod'
import type { RealmDomain } from '../../../api/objects/realm.ts'
import type { Domain } from './record.ts'

export const presentDomain = ({ name, allowSubdomains }: Domain): z.infer<typeof RealmDomain> => ({
  domain: name,
  allow_subdomains: allowSubdomains,
})
