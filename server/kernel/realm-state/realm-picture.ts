/** Pictures of an organization: its icon, its logo, and its logo for dark themes. */
export const REALM_PICTURES = ['icon', 'logo', 'night_logo'] as const
export type RealmPictureKind = (typeof REALM_PICTURES)[number]

export interface RealmPicture {
  /** In the name of its file. Null: the default picture. */
  readonly token: string | null
  /** Grows with every change. */
  readonly version: number
}

export type RealmPictures = Readonly<Partial<Record<RealmPictureKind, RealmPicture>>>

const DEFAULT: RealmPicture = { token: null, version: 1 }

export const realmPicture = (pictures: RealmPictures, kind: RealmPictureKind): RealmPicture => pictures[kind] ?? DEFAULT
