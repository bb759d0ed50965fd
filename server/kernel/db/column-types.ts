import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export type Id = Generated<number>
export type ColumnWithDefault<T> = ColumnType<T, T | undefined, T>
export type JsonObject = JSONColumnType<Record<string, unknown>, string | undefined, string>
