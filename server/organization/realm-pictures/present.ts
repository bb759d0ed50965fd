import type { RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import { REALM_PICTURES, type RealmPictureKind, realmPicture } from '../../kernel/realm-state/realm-picture.ts'

/** What stands for a picture that was not uploaded. */
const DEFAULT_SOURCE = { icon: 'G', logo: 'D', night_logo: 'D' } as const

export function realmPictureUrl({ id, pictures }: RealmInfo, kind: RealmPictureKind): string {
  const { token, version } = realmPicture(pictures, kind)
  return `/user_avatars/${id}/realm/${token ?? 'generated'}.png?version=${version}`
}

type PictureFields<Kind extends RealmPictureKind> = {
  [Name in Kind as `${Name}_url`]: string
} & { [Name in Kind as `${Name}_source`]: (typeof DEFAULT_SOURCE)[Name] | 'U' }

/** Address and source under the names that events have. */
export function presentRealmPicture<Kind extends RealmPictureKind>(info: RealmInfo, kind: Kind): PictureFields<Kind> {
  const source = realmPicture(info.pictures, kind).token === null ? DEFAULT_SOURCE[kind] : 'U'
  return { [`${kind}_url`]: realmPictureUrl(info, kind), [`${kind}_source`]: source } as PictureFields<Kind>
}

/** All of them, under the names that register has. */
export const presentRealmPictures = (info: RealmInfo): Record<string, string> =>
  Object.fromEntries(
    REALM_PICTURES.flatMap((kind) => Object.entries(presentRealmPicture(info, kind))).map(([name, value]) => [
      `realm_${name}`,
      value,
    ]),
  )
