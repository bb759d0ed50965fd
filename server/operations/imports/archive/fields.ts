import { isObject, type Json } from './read-json.ts'

/** Fields of records that somebody else wrote: every value may be of another type, or missing. */
export const textAt = (record: Json, name: string): string => {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

export const numberAt = (record: Json, name: string): number | undefined => {
  const value = record[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export const isTrue = (record: Json, name: string): boolean => record[name] === true || record[name] === 'true'

export const objectAt = (record: Json, name: string): Json => {
  const value = record[name]
  return isObject(value) ? value : {}
}

export const objectsAt = (record: Json, name: string): readonly Json[] => {
  const value = record[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

export const textsAt = (record: Json, name: string): readonly string[] => {
  const value = record[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
